import { isErased, withoutAnnounced, withRate } from '@portal/domain';
import { COMPANY_FIELDS } from '@portal/domain/values';
import { type DataOf, defineProjection } from '../runtime/definition.ts';
import { columnsFrom, created, edits, withoutFields } from '../runtime/fields.ts';
import { accountsTable } from './table.ts';

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
  version: 3,
  personal: true,
  tables: { accounts: accountsTable },
  handlers: {
    AccountOpened: (data, rows, envelope) =>
      rows.accounts.put({
        id: data.accountId,
        ...company(data),
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
        ...created(envelope),
      }),
    CompanyDetailsChanged: edit(company),
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
    CompanyDataErased: edit((_data, account) => ({ ...withoutTexts(account), erased: true })),
    InvoiceRetentionEnded: edit(),
    AccountWentLive: edit(() => ({ is_demo: false })),
    AccountReturnedToDemo: edit(() => ({ is_demo: true })),
  },
});
