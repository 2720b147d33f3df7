/** Equipment to order with a site or a migration. Sites in older logs may have other names. */
export const HARDWARE = ['CA 150 Panel', 'Netcom6P'] as const;

export type Hardware = (typeof HARDWARE)[number];

/** Choices of the migration form (S1-3); a new site is always `aurora`. */
export const SOFTWARE_VERSIONS = ['aurora', 'vantage', 'enterprise'] as const;

/** The 50 US states, ordered by name (S1-3). */
export const US_STATES = {
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
} as const;

export const US_STATE_CODES = Object.keys(US_STATES) as readonly (keyof typeof US_STATES)[];

/** Why a bank's line is taken for a company's payment, the best reason first. */
export const MATCH_REASONS = [
  'recorded',
  'invoice_number',
  'amount_and_name',
  'amount',
  'name',
  'paid_invoice',
] as const;
export type MatchReason = (typeof MATCH_REASONS)[number];
