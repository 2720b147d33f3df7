/** Version of the dealer agreement that the registration page shows; the server keeps it with the acceptance. */
export const AGREEMENT_VERSION = '2026-01';
