import {
  type AccountEvent,
  type AccountState,
  accountDecider,
  accountEvents,
  accountStream,
} from '@portal/domain';
import { COMPANY_FIELDS, formatDay } from '@portal/domain/values';
import {
  type Change,
  type Description,
  describeWithState,
  fieldsChanged,
  oneChange,
  plainWords,
  rateBefore,
  rateChange,
  said,
  sentenceOf,
  shownCents,
  shownValue,
} from '../../platform/history/describe.ts';
import type { RecordKind } from '../../platform/history/readHistory.ts';

const OPTIONS = { equipmentPurchasesEnabled: 'equipment purchases', demoPricing: 'demo pricing' } as const;

/** Describes the events of one company's stream, in their order. */
const describeAccount = describeWithState(accountEvents, accountDecider, described);

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
      const changes = promotionChanges(account?.promotion ?? null, event.data);
      return { text: sentenceOf('Promotional pricing', changes), changes };
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

function promotionChanges(before: Terms | null, after: Terms): readonly Change[] {
  const shown = (terms: Terms | null) => ({
    'promotional pricing': shownValue(terms === null ? null : terms.active ? 'on' : 'off'),
    'promotional rate': shownCents(terms?.rateCents),
    'promotional months': shownValue(terms?.months),
    'promotional license pricing': shownValue(terms === null ? null : terms.licensePricing ? 'on' : 'off'),
  });
  const [was, is] = [shown(before), shown(after)];
  return Object.entries(is).flatMap(([field, to]) => {
    const from = was[field as keyof typeof was];
    return from === to ? [] : [{ field, from, to }];
  });
}

export const companyRecord: RecordKind = {
  streamOf: accountStream,
  describe: describeAccount,
  name: 'Company',
};
