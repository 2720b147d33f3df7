/** A phone number of 10 digits as `(123) 456-7890`; any other text unchanged (S2-5). */
export function formatPhone(phone: string): string {
  const digits = /^[\d\s().+-]*$/.test(phone) ? phone.replace(/\D/g, '') : '';
  const found = /^(\d{3})(\d{3})(\d{4})$/.exec(digits);
  return found ? `(${found[1]}) ${found[2]}-${found[3]}` : phone;
}

/**
 * The form in which usernames are compared and reserved, without regard to case (rule D2). NFKC unifies look-alike
 * codings; it is applied again for the few letters that lower-casing changes.
 */
export function normaliseUsername(username: string): string {
  return username.trim().normalize('NFKC').toLowerCase().normalize('NFKC');
}
