import { randomBytes } from 'node:crypto';

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Letters and digits that nobody guesses. */
export const random = (length: number): string =>
  [...randomBytes(length)].map((byte) => LETTERS[byte % LETTERS.length]).join('');

/** An id like Stripe's, recognisably simulated: `pi_sim…`. */
export const newId = (prefix: string): string => `${prefix}_sim${random(20)}`;

export const newClientSecret = (id: string): string => `${id}_secret_${random(25)}`;
