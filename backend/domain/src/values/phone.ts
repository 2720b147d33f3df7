/** A phone of 10 digits as `(123) 456-7890`, however it was typed; any other text as it is (S2-5). */
export function formatPhone(phone: string): string {
  const digits = /^[\d\s().+-]*$/.test(phone) ? phone.replace(/\D/g, '') : '';
  const found = /^(\d{3})(\d{3})(\d{4})$/.exec(digits);
  return found ? `(${found[1]}) ${found[2]}-${found[3]}` : phone;
}
