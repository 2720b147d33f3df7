/** Version of the dealer agreement, stored with its acceptance. Without zod, since the registration page shows it first. */
export const AGREEMENT_VERSION = '2026-01';
