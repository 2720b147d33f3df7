import type { US_STATE_CODES } from '@portal/domain/values';
import { nameKey } from '@portal/domain/values';

type StateCode = (typeof US_STATE_CODES)[number];

const NAMES: Readonly<Record<StateCode, string>> = {
  AL: 'Alabama',
  AK: 'Alaska',
  AZ: 'Arizona',
  AR: 'Arkansas',
  CA: 'California',
  CO: 'Colorado',
  CT: 'Connecticut',
  DE: 'Delaware',
  FL: 'Florida',
  GA: 'Georgia',
  HI: 'Hawaii',
  ID: 'Idaho',
  IL: 'Illinois',
  IN: 'Indiana',
  IA: 'Iowa',
  KS: 'Kansas',
  KY: 'Kentucky',
  LA: 'Louisiana',
  ME: 'Maine',
  MD: 'Maryland',
  MA: 'Massachusetts',
  MI: 'Michigan',
  MN: 'Minnesota',
  MS: 'Mississippi',
  MO: 'Missouri',
  MT: 'Montana',
  NE: 'Nebraska',
  NV: 'Nevada',
  NH: 'New Hampshire',
  NJ: 'New Jersey',
  NM: 'New Mexico',
  NY: 'New York',
  NC: 'North Carolina',
  ND: 'North Dakota',
  OH: 'Ohio',
  OK: 'Oklahoma',
  OR: 'Oregon',
  PA: 'Pennsylvania',
  RI: 'Rhode Island',
  SC: 'South Carolina',
  SD: 'South Dakota',
  TN: 'Tennessee',
  TX: 'Texas',
  UT: 'Utah',
  VT: 'Vermont',
  VA: 'Virginia',
  WA: 'Washington',
  WV: 'West Virginia',
  WI: 'Wisconsin',
  WY: 'Wyoming',
};

const BY_NAME = new Map(Object.entries(NAMES).map(([code, name]) => [nameKey(name), code]));

/** States whose ZIP codes begin with 0. */
const ZERO = new Set(['CT', 'MA', 'ME', 'NH', 'NJ', 'RI', 'VT']);

/** The code of a state by code or name, in any case and with dots (`N.Y.`); other text in capitals. */
export function stateCode(text: string): string {
  return BY_NAME.get(nameKey(text)) ?? text.replace(/[.\s]/g, '').toUpperCase();
}

/** A ZIP code as spreadsheets leave it, with the zero that they dropped (rule B49); other text as it is. */
export function zipOf(text: string, state: string): { readonly zip: string; readonly completed: boolean } {
  const [, digits = '', more] = /^(\d{4,5})(?:-?(\d{4}))?$/.exec(text.replace(/\.0+$/, '')) ?? [];
  if (digits === '') return { zip: text, completed: false };
  const completed = digits.length === 4 && ZERO.has(state);
  const zip = `${completed ? '0' : ''}${digits}`;
  return { zip: more === undefined ? zip : `${zip}-${more}`, completed };
}
