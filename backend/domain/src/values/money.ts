/**
 * Money is integer cents inside, dollars only in requests and responses (rule B14). Up to this amount, a cent below a
 * trillion dollars, dollars as a JSON number convert back to the same cents.
 */
export const MAX_CENTS = 99_999_999_999_999;

/** An amount in integer cents, -MAX_CENTS to MAX_CENTS. */
export type Cents = number;

const DOLLARS = /^(-?)(\d+)(?:\.(\d{1,2}))?$/;

/** `cents` itself. @throws RangeError unless it is a whole number within ±MAX_CENTS */
export function asCents(cents: number): Cents {
  if (!Number.isSafeInteger(cents) || Math.abs(cents) > MAX_CENTS) {
    throw new RangeError(`Not an amount in whole cents: ${cents}`);
  }
  return cents === 0 ? 0 : cents;
}

/**
 * Cents of dollars in a request or form (7, 7.5, '7.50'), by their digits, without multiplying a fraction.
 * @throws RangeError for more than two decimals, anything but a plain number, and amounts beyond MAX_CENTS
 */
export function centsFromDollars(dollars: number | string): Cents {
  const digits = DOLLARS.exec(typeof dollars === 'number' ? String(dollars) : dollars.trim());
  if (!digits) throw new RangeError(`Not an amount in dollars with at most two decimals: ${dollars}`);
  const [, sign, whole, fraction = ''] = digits;
  const cents = Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
  return asCents(sign === '-' ? -cents : cents);
}

/** Dollars for a JSON response (rule B14). Never calculate with them. */
export function dollarsFromCents(cents: Cents): number;
export function dollarsFromCents(cents: Cents | null): number | null;
export function dollarsFromCents(cents: Cents | null): number | null {
  if (cents === null) return null;
  return asCents(cents) / 100;
}

/** `$1,234.50`, `-$0.05` (S2-9). */
export function formatDollars(cents: Cents): string {
  const digits = String(Math.abs(asCents(cents))).padStart(3, '0');
  const whole = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ',');
  return `${cents < 0 ? '-' : ''}$${whole}.${digits.slice(-2)}`;
}

/** @throws RangeError where an amount or the sum is not valid */
export function sumCents(amounts: Iterable<Cents>): Cents {
  let sum = 0;
  for (const amount of amounts) sum = asCents(sum + asCents(amount));
  return sum;
}

/** `quantity` times an amount, e.g. readers times rate; `quantity` is a whole number of at least 0. */
export function timesCents(quantity: number, cents: Cents): Cents {
  if (!Number.isSafeInteger(quantity) || quantity < 0) throw new RangeError(`Not a quantity: ${quantity}`);
  return asCents(quantity * asCents(cents));
}

/**
 * `cents` times `part` / `whole`, rounded half up, in whole numbers throughout; none is below 0.
 * @throws RangeError for other numbers, and for a whole of 0
 */
export function shareOfCents(cents: Cents, part: number, whole: number): Cents {
  for (const number of [part, whole, asCents(cents)]) {
    if (!Number.isSafeInteger(number) || number < 0) throw new RangeError(`Not a share: ${number}`);
  }
  if (whole === 0) throw new RangeError('Not a share of nothing');
  return asCents(Number((BigInt(cents) * BigInt(part) * 2n + BigInt(whole)) / (2n * BigInt(whole))));
}
