import { withCorrections } from './billing/charges.ts';
import type { PortalEvent } from './events.ts';
import type { InvoiceCommand } from './invoice/commands.ts';
import { chargesCents } from './invoice/correctInvoice.ts';
import { stillOpenCents } from './invoice/settlement.ts';
import type { InvoiceState } from './invoice/state.ts';
import type { PriceChange } from './rates/notice.ts';
import type { ApprovalKind } from './values/approvals.ts';

/** What a decision gives away; `cents` null where no money is counted. */
export interface GivenAway {
  readonly kind: ApprovalKind;
  readonly cents: number | null;
}

interface Decision {
  readonly command: unknown;
  readonly events: readonly PortalEvent[];
  /** The state of the stream before it. */
  readonly before: unknown;
}

/** What a decision gives away to a company, or can't be taken back, as its events say. */
export function givenAway(decision: Decision): readonly GivenAway[] {
  const { events } = decision;
  const isReissue = events.some(({ type }) => type === 'InvoiceReissueRequested');
  return events.flatMap((event): readonly GivenAway[] => {
    switch (event.type) {
      case 'InvoiceRefundRequested':
      case 'PaymentRefundRequested':
      case 'PayoutRequested':
        return [{ kind: 'refund', cents: event.data.amountCents }];
      case 'InvoiceRefunded': {
        // a share of a payout was counted with it
        const { payoutId, movedFrom, amountCents } = event.data;
        return payoutId === undefined && movedFrom === undefined
          ? [{ kind: 'refund', cents: amountCents }]
          : [];
      }
      case 'OrderRejected':
        return [{ kind: 'refund', cents: event.data.refundCents }];
      case 'InvoiceCredited':
        return event.data.surplus ? [] : [{ kind: 'credit', cents: event.data.amountCents }];
      case 'OneOffChargeAdded':
        return [{ kind: 'credit', cents: Math.max(0, -event.data.amountCents) }];
      case 'InvoiceVoided': {
        const invoice = decision.before as Exclude<InvoiceState, { status: 'none' }>;
        return isReissue ? [] : [{ kind: 'credit', cents: stillOpenCents(invoice) }];
      }
      case 'InvoiceReissueRequested':
        return [{ kind: 'credit', cents: Math.max(0, loweredBy(decision)) }];
      case 'InvoiceWrittenOff':
        return [{ kind: 'write_off', cents: event.data.amountCents }];
      case 'PersonalDataErased':
        return [{ kind: 'erasure', cents: null }];
      case 'MonthReopened':
        return [{ kind: 'reopened_month', cents: null }];
      default:
        return [];
    }
  });
}

/** Cents by which the corrections of a reissue lower the charges of the invoice. */
function loweredBy({ command, events, before }: Decision): number {
  const { charges, ...given } = command as Extract<InvoiceCommand, { type: 'CorrectInvoice' }>;
  const invoice = before as Exclude<InvoiceState, { status: 'none' }>;
  if (given.type !== 'CorrectInvoice') return 0;
  const made = withCorrections(charges, invoice.corrections);
  const corrections = events.flatMap((event) => (event.type === 'InvoiceCorrected' ? [event.data] : []));
  return chargesCents(made) - chargesCents(withCorrections(made, corrections));
}

/**
 * What new prices of one site take off a month: the largest of the decreases.
 * @param readers of the site
 */
export function rateCut(changes: readonly PriceChange[], readers: number): GivenAway {
  const cuts = changes.map(({ beforeCents, afterCents }) => (beforeCents - afterCents) * readers);
  return { kind: 'rate_cut', cents: Math.max(0, ...cuts) };
}

/** What a decision gives away in all, with the kind of the largest part; null for nothing. What counts no money goes first. */
export function totalGiven(given: readonly GivenAway[]): GivenAway | null {
  const uncounted = given.find(({ cents }) => cents === null);
  if (uncounted !== undefined) return uncounted;
  const cents = given.reduce((total, part) => total + (part.cents ?? 0), 0);
  const [largest] = [...given].sort((a, b) => (b.cents ?? 0) - (a.cents ?? 0));
  return largest === undefined || cents === 0 ? null : { kind: largest.kind, cents };
}
