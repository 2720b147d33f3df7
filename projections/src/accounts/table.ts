import type { RateFact } from '@portal/domain';
import { COMPANY_INPUTS, mapValues, nameKey } from '@portal/domain/values';
import { searchText } from '../query/searching.ts';
import { boolean, day, integer, json, optional, text } from '../runtime/columns.ts';
import { recordColumns } from '../runtime/fields.ts';
import { defineTable } from '../runtime/table.ts';

/** One row per company. Rates in cents per reader per month. */
export const accountsTable = defineTable({
  name: 'accounts',
  key: 'id',
  columns: {
    id: text,
    ...mapValues(COMPANY_INPUTS, () => text),
    /** These texts can't be read any more. */
    erased: boolean,
    /** Of the account's first user; null before approval. */
    dealer_id: optional(text),
    /** Recipient of the invoices. */
    first_user_id: optional(text),
    /** Default rates, in force and announced, by their first day. */
    default_rates: json<readonly RateFact[]>(),
    promotional_rate_cents: optional(integer),
    promotional_months: integer,
    promotional_pricing_active: boolean,
    promotional_start_date: optional(day),
    promotional_license_pricing: boolean,
    demo_pricing: boolean,
    equipment_purchases_enabled: boolean,
    is_demo: boolean,
    ...recordColumns,
  },
  // other lists search by company name
  searched: ['company_name_key'],
  indexes: ['(company_name_key, id)', '(created_at, id)', '(dealer_id)', '(first_user_id)'],
  keys: { name: nameKey, company_name: nameKey, company_city: nameKey },
  derive: (row) => ({
    ...row,
    search: searchText(row.name, row.company_name, row.dealer_id, row.company_email, row.company_city),
  }),
});
