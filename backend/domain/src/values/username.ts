/**
 * The form in which usernames are compared and reserved: unique without regard to case (rule D2).
 * NFKC folds look-alike codings first; lower-casing again after it settles the few letters that change back.
 */
export function normaliseUsername(username: string): string {
  return username.trim().normalize('NFKC').toLowerCase().normalize('NFKC');
}
