import { ACTIVITY_KINDS, type Activity } from '@portal/contract';
import type { PortalEventType } from '@portal/domain';
import { newestEventsIn } from '@portal/projections';
import { type Kind, namesOf, type Subject } from './names.ts';
import { entriesOf, type TimelinePorts } from './timeline.ts';

/** Technical steps; other events report their results. */
const QUIET: readonly PortalEventType[] = [
  'InvoiceRecipientChanged',
  'AccountDealerIdChanged',
  'StripeCustomerCreated',
  'OrderPaymentStarted',
  'OrderPaymentEnded',
  'PaymentStarted',
  'PaymentIntentRecorded',
  'PaymentClaimed',
  'InvoicePaymentStarted',
  'InvoicePaymentEnded',
  'InvoiceCarryReleased',
  'InvoiceCreditReleased',
];

/**
 * Recent events, newest first, described as in the histories.
 * @param window only events before number `before`; at most `limit`
 * @param accountId only those that concern this company; by default all
 */
export async function readActivity(
  ports: TimelinePorts,
  window: { readonly before?: number | undefined; readonly limit: number },
  accountId: string | null = null,
): Promise<Activity> {
  const index = await newestEventsIn(
    ports.db,
    { categories: ACTIVITY_KINDS, quiet: QUIET, accountId },
    window,
  );
  const entries = await entriesOf(ports, index);
  const subjects = entries.map(({ stream }) => subjectOf(stream));
  const names = await namesOf(ports, subjects);
  return {
    entries: entries.map(({ seq, at, text, type, actor }, place) => {
      const { kind, id } = subjects[place] as Subject;
      return {
        seq,
        at,
        by: actor.name,
        text,
        type,
        subject: { kind, id, name: names.get(`${kind} ${id}`) ?? null },
      };
    }),
    next: index.length < window.limit ? null : (index.at(-1)?.seq ?? null),
  };
}

function subjectOf(stream: string): Subject {
  const dash = stream.indexOf('-');
  return { kind: stream.slice(0, dash) as Kind, id: stream.slice(dash + 1) };
}
