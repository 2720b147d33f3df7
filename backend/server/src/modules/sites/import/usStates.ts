import { usStateOf } from '@portal/domain/values';

/** States whose ZIP codes begin with 0. */
const ZERO = new Set(['CT', 'MA', 'ME', 'NH', 'NJ', 'RI', 'VT']);

/** The code of a state by code or name, in any case and with dots (`N.Y.`); other text in capitals. */
export function stateCode(text: string): string {
  return usStateOf(text) ?? text.replace(/[.\s]/g, '').toUpperCase();
}

/** A ZIP code as spreadsheets leave it, with the zero that they dropped (rule B49); other text as it is. */
export function zipOf(text: string, state: string): { readonly zip: string; readonly completed: boolean } {
  const [, digits = '', more] = /^(\d{4,5})(?:-?(\d{4}))?$/.exec(text.replace(/\.0+$/, '')) ?? [];
  if (digits === '') return { zip: text, completed: false };
  const completed = digits.length === 4 && ZERO.has(state);
  const zip = `${completed ? '0' : ''}${digits}`;
  return { zip: more === undefined ? zip : `${zip}-${more}`, completed };
}
