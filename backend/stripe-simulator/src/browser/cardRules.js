/**
 * The error of a card field, with Stripe's code and message.
 * @typedef {{ code: string, message: string }} Fault
 */

/** @param {string} code @param {string} message @returns {Fault} */
const fault = (code, message) => ({ code, message });

/** @param {string} text */
const digitsOf = (text) => text.replace(/\D/g, '');

/** @param {string} number */
export const isAmex = (number) => /^3[47]/.test(digitsOf(number));

/** @param {string} digits */
function passesLuhn(digits) {
  let sum = 0;
  for (const [index, digit] of [...digits].reverse().entries()) {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}

/** @param {string} text @returns {Fault | null} */
export function numberFault(text) {
  const digits = digitsOf(text);
  const full = isAmex(text) ? 15 : 16;
  if (digits.length < full) return fault('incomplete_number', 'Your card number is incomplete.');
  return passesLuhn(digits) ? null : fault('invalid_number', 'Your card number is invalid.');
}

/** @param {string} text @returns {{ month: number, year: number } | null} */
export function expiryOf(text) {
  const digits = digitsOf(text);
  if (digits.length !== 4) return null;
  return { month: Number(digits.slice(0, 2)), year: 2000 + Number(digits.slice(2)) };
}

/** @param {string} text @param {Date} now @returns {Fault | null} */
export function expiryFault(text, now) {
  const expiry = expiryOf(text);
  if (expiry === null || expiry.month < 1 || expiry.month > 12)
    return fault('incomplete_expiry', "Your card's expiration date is incomplete.");
  if (expiry.year < now.getFullYear())
    return fault('invalid_expiry_year_past', "Your card's expiration year is in the past.");
  if (expiry.year === now.getFullYear() && expiry.month < now.getMonth() + 1)
    return fault('invalid_expiry_month_past', "Your card's expiration date is in the past.");
  return expiry.year > now.getFullYear() + 50
    ? fault('invalid_expiry_year', "Your card's expiration year is invalid.")
    : null;
}

/** @param {string} text @param {string} number @returns {Fault | null} */
export function cvcFault(text, number) {
  const right = isAmex(number) ? /^\d{3,4}$/ : /^\d{3}$/;
  return right.test(text) ? null : fault('incomplete_cvc', "Your card's security code is incomplete.");
}

/** @param {string} text @returns {Fault | null} */
export function zipFault(text) {
  return /^\d{5}$/.test(text) ? null : fault('incomplete_zip', 'Your postal code is incomplete.');
}

/** @param {string} text as typed; @returns {string} in groups of four, American Express in 4, 6 and 5 */
export function groupedNumber(text) {
  const digits = digitsOf(text).slice(0, isAmex(text) ? 15 : 16);
  const groups = isAmex(text)
    ? [digits.slice(0, 4), digits.slice(4, 10), digits.slice(10)]
    : (digits.match(/.{1,4}/g) ?? []);
  return groups.filter((group) => group !== '').join(' ');
}

/** @param {string} text as typed; @returns {string} `MM / YY` */
export function slashedExpiry(text) {
  const typed = digitsOf(text);
  // 9 means September
  const digits = (/^[2-9]/.test(typed) ? `0${typed}` : typed).slice(0, 4);
  return digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits;
}

/** @param {string} text @param {number} length */
export const onlyDigits = (text, length) => digitsOf(text).slice(0, length);
