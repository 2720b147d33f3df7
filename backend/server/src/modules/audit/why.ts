import type { PortalEvent } from '@portal/domain';
import { dayOfInstant, formatDay, formatDollars } from '@portal/domain/values';
import type { PortalEnvelope } from '../../kernel/execute.ts';
import { plainWords } from '../../platform/history/describe.ts';
import { wordsOfCorrection } from '../invoices/module.ts';

/** What an event contributes to a line of an invoice, and since when: '12 readers since Jan 4, 2026'. */
export function whyOf({ event, metadata }: PortalEnvelope, timeZone: string): string {
  if (event.type === 'InvoiceCorrected') {
    const { change, reason } = event.data;
    const day = formatDay(dayOfInstant(metadata.recordedAt, timeZone));
    return `${wordsOfCorrection(change)} on ${day}: ${reason}`;
  }
  return `${fact(event)} since ${formatDay(dayOfInstant(metadata.recordedAt, timeZone))}`;
}

const readers = (count: number) => (count === 1 ? '1 reader' : `${count} readers`);

function fact(event: PortalEvent): string {
  switch (event.type) {
    case 'SiteRequested':
      return `Ordered with ${readers(event.data.readers)}`;
    case 'SiteAdded':
      return `Active with ${readers(event.data.readers)}`;
    case 'SiteApproved':
      return 'Approved and active';
    case 'SiteReactivated':
      return 'Active again';
    case 'ReaderCountChanged':
      return readers(event.data.readers);
    case 'SiteDetailsChanged':
      return `Named ${event.data.siteName}`;
    case 'SiteAssignedToCompany':
      return 'With this company';
    case 'SiteReaderRateChanged': {
      const { customRateCents, effectiveFrom } = event.data;
      const rate =
        customRateCents === null ? 'No custom rate' : `Custom rate ${formatDollars(customRateCents)}`;
      return effectiveFrom === null ? rate : `${rate} from ${formatDay(effectiveFrom)}, announced`;
    }
    case 'AccountOpened':
    case 'DefaultReaderRateChanged': {
      const cents = event.type === 'AccountOpened' ? event.data.defaultReaderRateCents : event.data.rateCents;
      const rate = cents === null ? 'No default rate' : `Default rate ${formatDollars(cents)}`;
      const from = event.type === 'AccountOpened' ? null : event.data.effectiveFrom;
      return from === null ? rate : `${rate} from ${formatDay(from)}, announced`;
    }
    case 'PromotionalPricingChanged': {
      const { rateCents, months } = event.data;
      return rateCents === null
        ? 'Promotion'
        : `Promotional rate ${formatDollars(rateCents)} for ${months} months`;
    }
    default:
      return plainWords(event.type).text;
  }
}
