import { snakeNames } from './names.ts';

/**
 * Text fields of users and companies with their names in a history. Event data, personal fields, commands, responses and
 * tables derive from these lists (docs/adr/0027). Without zod, as {@link SITE_TEXTS}.
 */
export const PROFILE_FIELDS = {
  name: 'name',
  email: 'email',
  company: 'company',
  phone: 'phone',
  address: 'address',
  city: 'city',
  state: 'state',
  zip: 'ZIP code',
} as const;

export const COMPANY_FIELDS = {
  name: 'name',
  companyName: 'company name',
  companyAddress: 'address',
  companyCity: 'city',
  companyState: 'state',
  companyZip: 'ZIP code',
  companyPhone: 'phone',
  companyEmail: 'email',
  billingContact: 'billing contact',
  /** Addresses beside the users' that get mails about invoices, separated by commas. */
  invoiceEmails: 'further invoice recipients',
  poNumber: 'PO number',
} as const;

/** Under their names in the API and in tables. */
export const COMPANY_INPUTS = snakeNames(COMPANY_FIELDS);

/** The listed fields of `data`. */
export function pickFields<F extends object, D extends { readonly [K in keyof F]?: unknown }>(
  fields: F,
  data: D,
): { readonly [K in keyof F]: D[K] } {
  const picked: Partial<Record<keyof F, unknown>> = {};
  for (const field of Object.keys(fields) as (keyof F)[]) picked[field] = data[field];
  return picked as { readonly [K in keyof F]: D[K] };
}
