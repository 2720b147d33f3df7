import { isErased, type RateFact, withoutAnnounced, withRate } from '@portal/domain';
import { COMPANY_FIELDS, COMPANY_INPUTS, mapValues, nameKey } from '@portal/domain/values';
import { searchText } from '../query/searching.ts';
import { boolean, day, integer, json, optional, text } from '../runtime/columns.ts';
import { type DataOf, defineProjection } from '../runtime/definition.ts';
import { columnsFrom, created, edits, recordColumns, withoutFields } from '../runtime/fields.ts';
import { defineTable } from '../runtime/table.ts';

/** One row per company. Rates in cents per reader per month. */
export const accountsTable = defineTable({
  name: 'accounts',
  key: 'id',
  columns: {
    id: text,
    ...mapValues(COMPANY_INPUTS, () => text),
    /** Names that it had, the oldest first, each until an ISO instant: a closed month keeps the name of its time. */
    earlier_names: json<readonly { readonly name: string; readonly until: string }[]>(),
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
    /** The last promise to pay: by when, an administrator's note, and the billing day of the note; null for none. */
    promised_on: optional(day),
    promise_note: optional(text),
    promise_noted_on: optional(day),
    ...recordColumns,
  },
  // other lists search by company name
  searched: ['company_name_key'],
  indexes: ['(company_name_key, id)', '(created_at, id)', '(dealer_id)', '(first_user_id)'],
  keys: { name: nameKey, company_name: nameKey, company_city: nameKey },
  derive: (row) => ({
    search: searchText(row.name, row.company_name, row.dealer_id, row.company_email, row.company_city),
  }),
});

const FIELDS = Object.keys(COMPANY_FIELDS) as (keyof typeof COMPANY_FIELDS)[];
const texts = columnsFrom(FIELDS);
const withoutTexts = withoutFields(FIELDS);
const edit = edits(accountsTable, 'accounts', 'accountId');

const company = (data: DataOf<'AccountOpened' | 'CompanyDetailsChanged'>) => ({
  ...texts(data),
  erased: isErased(data.companyName),
});

/** Companies with details, rates, promotion and mode (S1-3, S2-3). */
export const accounts = defineProjection({
  name: 'accounts',
  version: 6,
  personal: true,
  tables: { accounts: accountsTable },
  handlers: {
    AccountOpened: (data, rows, envelope) =>
      rows.accounts.put({
        id: data.accountId,
        ...company(data),
        earlier_names: [],
        dealer_id: null,
        first_user_id: data.firstUserId,
        default_rates: [{ cents: data.defaultReaderRateCents, effectiveFrom: null, because: envelope.id }],
        promotional_rate_cents: null,
        promotional_months: data.promotionalMonths,
        promotional_pricing_active: false,
        promotional_start_date: null,
        promotional_license_pricing: data.promotionalLicensePricing,
        demo_pricing: false,
        equipment_purchases_enabled: data.equipmentPurchasesEnabled,
        is_demo: data.isDemo,
        promised_on: null,
        promise_note: null,
        promise_noted_on: null,
        ...created(envelope),
      }),
    CompanyDetailsChanged: edit((data, before, { metadata: { recordedAt: until } }) => {
      const after = company(data);
      const { company_name: name, earlier_names } = before;
      return name === after.company_name
        ? after
        : { ...after, earlier_names: [...earlier_names, { name, until }] };
    }),
    InvoiceRecipientChanged: edit(({ userId }) => ({ first_user_id: userId })),
    AccountDealerIdChanged: edit(({ dealerId }) => ({ dealer_id: dealerId })),
    DefaultReaderRateChanged: edit(
      ({ rateCents: cents, effectiveFrom, savedOn }, account, { id: because }) => ({
        default_rates: withRate(account.default_rates, { cents, effectiveFrom, because }, savedOn),
      }),
    ),
    AnnouncedDefaultRateCanceled: edit(({ effectiveFrom }, account) => ({
      default_rates: withoutAnnounced(account.default_rates, effectiveFrom),
    })),
    PromotionalPricingChanged: edit((data) => ({
      promotional_rate_cents: data.rateCents,
      promotional_months: data.months,
      promotional_pricing_active: data.active,
      promotional_start_date: data.startDate,
      promotional_license_pricing: data.licensePricing,
    })),
    AccountOptionsChanged: edit(({ equipmentPurchasesEnabled, demoPricing }) => ({
      equipment_purchases_enabled: equipmentPurchasesEnabled,
      demo_pricing: demoPricing,
    })),
    PaymentPromised: edit(({ promisedOn, note, recordedOn }) => ({
      promised_on: promisedOn,
      promise_note: note,
      promise_noted_on: recordedOn,
    })),
    CompanyDataErased: edit((_data, account) => ({
      ...withoutTexts(account),
      earlier_names: [],
      erased: true,
    })),
    InvoiceRetentionEnded: edit(),
    AccountWentLive: edit(() => ({ is_demo: false })),
    AccountReturnedToDemo: edit(() => ({ is_demo: true })),
  },
});
