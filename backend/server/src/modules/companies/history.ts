import {
  type AccountEvent,
  type AccountState,
  accountDecider,
  accountEvents,
  accountStream,
} from '@portal/domain';
import { COMPANY_FIELDS, formatDay } from '@portal/domain/values';
import {
  type Description,
  describeWithState,
  fieldsChanged,
  oneChange,
  plainWords,
  rateBefore,
  rateChange,
  said,
  shownCents,
} from '../../platform/history/describe.ts';
import type { RecordKind } from '../../platform/history/readHistory.ts';

const OPTIONS = { equipmentPurchasesEnabled: 'equipment purchases', demoPricing: 'demo pricing' } as const;

function described(event: AccountEvent, before: AccountState): Description {
  const account = before.status === 'open' ? before : null;
  switch (event.type) {
    case 'AccountOpened': {
      const rate = shownCents(event.data.defaultReaderRateCents);
      return said(rate === null ? 'Company account opened' : `Company account opened at ${rate} a reader`);
    }
    case 'CompanyDetailsChanged':
      return fieldsChanged('Company details', COMPANY_FIELDS, account?.company, event.data);
    case 'InvoiceRecipientChanged':
      return said(
        event.data.userId === null ? 'Nobody receives the invoices any more' : 'Invoices go to another user',
      );
    case 'AccountDealerIdChanged':
      return oneChange('Dealer ID', account?.dealerId ?? null, event.data.dealerId);
    case 'DefaultReaderRateChanged': {
      const { rateCents, effectiveFrom } = event.data;
      const cents = { from: account && rateBefore(account.rates, event.data), to: rateCents };
      return rateChange('default reader rate', cents, effectiveFrom);
    }
    case 'AnnouncedDefaultRateCanceled':
      return said(`Default reader rate announced for ${formatDay(event.data.effectiveFrom)} canceled`);
    case 'PromotionalPricingChanged': {
      const before = shownTerms(account?.promotion ?? null);
      return fieldsChanged('Promotional pricing', PROMOTION, before, shownTerms(event.data));
    }
    case 'AccountOptionsChanged':
      return fieldsChanged('Options', OPTIONS, account?.options, event.data);
    case 'AccountWentLive':
      return said('Went live: payments are real');
    case 'AccountReturnedToDemo':
      return said('Back to demo: payments are tests');
    case 'CompanyDataErased':
      return said('Company data erased with its last user');
    case 'InvoiceRetentionEnded':
      return said(`Bill To of ${event.data.invoiceIds.length} old invoices erased after retention`);
    default:
      return plainWords(event.type);
  }
}

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
  describe: describeWithState(accountEvents, accountDecider, described),
  name: 'Company',
};
