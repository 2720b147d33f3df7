/** Shown where the server gave no reason (spec 1, section 8, Session). */
export const RESET_FAILED = 'An error occurred. Please try again.';
