import {
  type AccountEvent,
  type AccountState,
  accountDecider,
  accountStream,
  firstDayOf,
  type LookEvent,
  lookStream,
  partsOfInvoiceId,
} from '@portal/domain';
import { COMPANY_FIELDS, formatDay, formatDollars } from '@portal/domain/values';
import {
  describeByTexts,
  type EventTexts,
  fieldsChanged,
  oneChange,
  rateBefore,
  rateChange,
  shownCents,
} from '../../platform/history/describe.ts';
import type { RecordKind } from '../../platform/history/readHistory.ts';

const OPTIONS = { equipmentPurchasesEnabled: 'equipment purchases', demoPricing: 'demo pricing' } as const;

const opened = (account: AccountState) => (account.status === 'open' ? account : null);

const TEXTS: Partial<EventTexts<AccountEvent, AccountState>> = {
  AccountOpened({ defaultReaderRateCents }) {
    const rate = shownCents(defaultReaderRateCents);
    return rate === null ? 'Company account opened' : `Company account opened at ${rate} a reader`;
  },
  CompanyDetailsChanged: (data, account) =>
    fieldsChanged('Company details', COMPANY_FIELDS, opened(account)?.company, data),
  InvoiceRecipientChanged: ({ userId }) =>
    userId === null ? 'Nobody receives the invoices any more' : 'Invoices go to another user',
  AccountDealerIdChanged: ({ dealerId }, account) =>
    oneChange('Dealer ID', opened(account)?.dealerId ?? null, dealerId),
  DefaultReaderRateChanged(data, before) {
    const account = opened(before);
    const cents = { from: account && rateBefore(account.rates, data), to: data.rateCents };
    return rateChange('default reader rate', cents, data.effectiveFrom);
  },
  AnnouncedDefaultRateCanceled: ({ effectiveFrom }) =>
    `Default reader rate announced for ${formatDay(effectiveFrom)} canceled`,
  PromotionalPricingChanged: (data, account) =>
    fieldsChanged(
      'Promotional pricing',
      PROMOTION,
      shownTerms(opened(account)?.promotion ?? null),
      shownTerms(data),
    ),
  AccountOptionsChanged: (data, account) => fieldsChanged('Options', OPTIONS, opened(account)?.options, data),
  OneOffChargeAdded: ({ text, amountCents, period }) =>
    `${text}: ${formatDollars(amountCents)} added to the invoice of ${formatDay(firstDayOf(period))}`,
  OneOffChargeCanceled: (data, account) => `${nameOfCharge(account, data)} canceled`,
  OneOffChargeBilled: (data, account) =>
    `${nameOfCharge(account, data)}: ${formatDollars(data.amountCents)} is on an invoice`,
  OneOffChargeDeferred: (data, account) =>
    `${nameOfCharge(account, data)} waits for the invoice of ${formatDay(firstDayOf(data.period))}`,
  OrdersHeld: ({ invoiceId }) => {
    const period = partsOfInvoiceId(invoiceId)?.period;
    const which = period === undefined ? 'an invoice' : `the invoice of ${formatDay(firstDayOf(period))}`;
    return `New orders on hold until ${which} is paid`;
  },
  OrderHoldReleased: 'New orders allowed again',
  PaymentPromised: ({ promisedOn, note }) => `Payment promised for ${formatDay(promisedOn)}: ${note}`,
  TaxExemptionGranted: ({ from, to }) =>
    `Exempt from sales tax from ${formatDay(from)}${to === null ? '' : ` to ${formatDay(to)}`}`,
  TaxExemptionEnded: ({ from }) => `Exemption from sales tax ended on ${formatDay(from)}`,
  AccountWentLive: 'Went live: payments are real',
  AccountReturnedToDemo: 'Back to demo: payments are tests',
  CompanyDataErased: 'Company data erased with its last user',
  InvoiceRetentionEnded: ({ invoiceIds }) =>
    `Bill To of ${invoiceIds.length} old invoices erased after retention`,
};

const nameOfCharge = (account: AccountState, { chargeId }: { readonly chargeId: string }) =>
  opened(account)?.charges.find((charge) => charge.chargeId === chargeId)?.text ?? 'One-off charge';

interface Terms {
  readonly active: boolean;
  readonly rateCents: number | null;
  readonly months: number;
  readonly licensePricing: boolean;
}

const PROMOTION = {
  active: 'promotional pricing',
  rateCents: 'promotional rate',
  months: 'promotional months',
  licensePricing: 'promotional license pricing',
} as const;

const shownTerms = (terms: Terms | null) => ({
  active: terms && (terms.active ? 'on' : 'off'),
  rateCents: shownCents(terms?.rateCents),
  months: terms?.months,
  licensePricing: terms && (terms.licensePricing ? 'on' : 'off'),
});

export const companyRecord: RecordKind = {
  streamOf: accountStream,
  alsoIn: {
    streams: (_events, id) => [lookStream(accountStream(id))],
    types: ['RecordLookedAt'],
  },
  describe: describeByTexts(TEXTS, accountDecider),
  name: 'Company',
};

export const describeLooks = describeByTexts<LookEvent>({
  RecordLookedAt: 'Opened the page of this record',
  RowsExported: ({ list, rows }) =>
    `Exported ${rows} ${rows === 1 ? 'row' : 'rows'} of ${list.replaceAll('-', ' ')}`,
  FileExported: ({ name }) => `Downloaded ${name}`,
});
