import { ERASED_TEXT, type Personal, reveal, withoutAnnounced, withRate } from '@portal/domain';
import { defineProjection, type PortalEnvelope } from '../runtime/definition.ts';
import { accountsTable } from './table.ts';

const stamp = ({ metadata, revision }: PortalEnvelope) => ({ updated_at: metadata.recordedAt, revision });

interface StoredCompany {
  readonly name: Personal<string>;
  readonly companyName: Personal<string>;
  readonly companyAddress: Personal<string>;
  readonly companyCity: Personal<string>;
  readonly companyState: Personal<string>;
  readonly companyZip: Personal<string>;
  readonly companyPhone: Personal<string>;
  readonly companyEmail: Personal<string>;
}

const company = (data: StoredCompany) => ({
  name: reveal(data.name),
  company_name: reveal(data.companyName),
  company_address: reveal(data.companyAddress),
  company_city: reveal(data.companyCity),
  company_state: reveal(data.companyState),
  company_zip: reveal(data.companyZip),
  company_phone: reveal(data.companyPhone),
  company_email: reveal(data.companyEmail),
});

const ERASED_COMPANY = {
  name: ERASED_TEXT,
  company_name: ERASED_TEXT,
  company_address: ERASED_TEXT,
  company_city: ERASED_TEXT,
  company_state: ERASED_TEXT,
  company_zip: ERASED_TEXT,
  company_phone: ERASED_TEXT,
  company_email: ERASED_TEXT,
};

/** Every company: details, rates, promotion and mode (S1-3, S2-3). */
export const accounts = defineProjection({
  name: 'accounts',
  version: 1,
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
        created_at: envelope.metadata.recordedAt,
        ...stamp(envelope),
        search: '',
      }),
    CompanyDetailsChanged: ({ accountId, ...data }, rows, envelope) =>
      rows.accounts.update(accountId, (account) => ({ ...account, ...company(data), ...stamp(envelope) })),
    InvoiceRecipientChanged: ({ accountId, userId }, rows, envelope) =>
      rows.accounts.update(accountId, (account) => ({
        ...account,
        first_user_id: userId,
        ...stamp(envelope),
      })),
    AccountDealerIdChanged: ({ accountId, dealerId }, rows, envelope) =>
      rows.accounts.update(accountId, (account) => ({ ...account, dealer_id: dealerId, ...stamp(envelope) })),
    DefaultReaderRateChanged: ({ accountId, rateCents: cents, effectiveFrom, savedOn }, rows, envelope) =>
      rows.accounts.update(accountId, (account) => ({
        ...account,
        default_rates: withRate(
          account.default_rates,
          { cents, effectiveFrom, because: envelope.id },
          savedOn,
        ),
        ...stamp(envelope),
      })),
    AnnouncedDefaultRateCanceled: ({ accountId, effectiveFrom }, rows, envelope) =>
      rows.accounts.update(accountId, (account) => ({
        ...account,
        default_rates: withoutAnnounced(account.default_rates, effectiveFrom),
        ...stamp(envelope),
      })),
    PromotionalPricingChanged: (data, rows, envelope) =>
      rows.accounts.update(data.accountId, (account) => ({
        ...account,
        promotional_rate_cents: data.rateCents,
        promotional_months: data.months,
        promotional_pricing_active: data.active,
        promotional_start_date: data.startDate,
        promotional_license_pricing: data.licensePricing,
        ...stamp(envelope),
      })),
    AccountOptionsChanged: ({ accountId, equipmentPurchasesEnabled, demoPricing }, rows, envelope) =>
      rows.accounts.update(accountId, (account) => ({
        ...account,
        equipment_purchases_enabled: equipmentPurchasesEnabled,
        demo_pricing: demoPricing,
        ...stamp(envelope),
      })),
    CompanyDataErased: ({ accountId }, rows, envelope) =>
      rows.accounts.update(accountId, (account) => ({ ...account, ...ERASED_COMPANY, ...stamp(envelope) })),
    // nothing to show here, but the row's revision is what an edit is checked against
    InvoiceRetentionEnded: ({ accountId }, rows, envelope) =>
      rows.accounts.update(accountId, (account) => ({ ...account, ...stamp(envelope) })),
    AccountWentLive: ({ accountId }, rows, envelope) =>
      rows.accounts.update(accountId, (account) => ({ ...account, is_demo: false, ...stamp(envelope) })),
    AccountReturnedToDemo: ({ accountId }, rows, envelope) =>
      rows.accounts.update(accountId, (account) => ({ ...account, is_demo: true, ...stamp(envelope) })),
  },
});
