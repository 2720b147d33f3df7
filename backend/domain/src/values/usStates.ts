import { US_STATES } from './choices.ts';
import { nameKey } from './nameKeys.ts';

const BY_NAME = new Map(Object.entries(US_STATES).map(([code, name]) => [nameKey(name), code]));

/** The code of a state by code or name, in any case and with dots (`N.Y.`); null for other text. */
export function usStateOf(text: string): string | null {
  const code = text.replace(/[.\s]/g, '').toUpperCase();
  return BY_NAME.get(nameKey(text)) ?? (Object.hasOwn(US_STATES, code) ? code : null);
}
