import { US_STATES } from './choices.ts';
import { nameKey } from './nameKeys.ts';

const keyOf = (text: string) => nameKey(text).replace(/[\s.-]/g, '');
const BY_KEY = new Map(
  Object.entries(US_STATES).flatMap(([code, name]) => [code, name].map((text) => [keyOf(text), code])),
);

/** The code of a state by code or name, in any case, with dots, hyphens or spaces (`N.Y.`); null for other text. */
export const usStateOf = (text: string): string | null => BY_KEY.get(keyOf(text)) ?? null;
