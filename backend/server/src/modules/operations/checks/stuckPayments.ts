import { formatDollars } from '@portal/domain/values';
import { listPayments, type PaymentRow, type Queryable } from '@portal/projections';
import type { Cards } from '../../payments/module.ts';
import type { AlertCheck, Finding } from '../check.ts';

export interface StuckPaymentsPorts {
  readonly db: Queryable;
  /** The provider of a mode; null where it has no credentials. */
  cardsFor(livemode: boolean): Cards | null;
  now(): Date;
}

const MINUTE_MS = 60_000;
/** An attempt younger than this is in somebody's hands. */
const YOUNG_MS = 15 * MINUTE_MS;
/** The reconciler ends what nobody finished within a day, an hour's grace included. */
const OLD_MS = 25 * 60 * MINUTE_MS;
/** What the provider knew is asked about again this much later. */
const ASK_AGAIN_MS = 30 * MINUTE_MS;
/** Questions to the provider at one look. */
const MOST_ASKED = 50;

/**
 * Attempts to pay that hold their order or invoice back: those with real money that the card provider does not know,
 * which nobody ends by itself, and whatever stands open for more than a day.
 */
export function stuckPaymentsCheck(ports: StuckPaymentsPorts): AlertCheck {
  /** When the provider last said that it knows an attempt. */
  const known = new Map<string, number>();
  const unknown = new Set<string>();

  async function isUnknown(cards: Cards, { id, intent_id: intentId }: PaymentRow, now: number) {
    if (intentId === null) return false;
    if ((await cards.retrieveIntent(intentId)) === null) return true;
    known.set(id, now);
    return false;
  }

  return {
    kind: 'stuck_payment',
    async look(signal) {
      const now = ports.now().getTime();
      const { rows } = await listPayments(ports.db, {
        filter: { status: ['started', 'declined'] },
        sort: ['created_at', 'ASC'],
        range: [0, 499],
      });
      const open = rows.filter((row) => now - Date.parse(row.created_at) > YOUNG_MS);
      const cards = ports.cardsFor(true);
      const due = open.filter(
        ({ id, livemode }) => livemode && now - (known.get(id) ?? Number.NEGATIVE_INFINITY) > ASK_AGAIN_MS,
      );
      for (const row of cards === null ? [] : due.slice(0, MOST_ASKED)) {
        if (cards === null || signal.aborted) break;
        if (await isUnknown(cards, row, now)) unknown.add(row.id);
        else unknown.delete(row.id);
      }
      const ids = new Set(open.map(({ id }) => id));
      for (const id of [...known.keys(), ...unknown]) if (!ids.has(id)) forget(id);
      return open
        .filter((row) => unknown.has(row.id) || now - Date.parse(row.created_at) > OLD_MS)
        .map((row) => findingOf(row, unknown.has(row.id)));
    },
  };

  function forget(id: string): void {
    known.delete(id);
    unknown.delete(id);
  }
}

function findingOf({ id, amount_cents: cents, livemode }: PaymentRow, isUnknown: boolean): Finding {
  const payment = `A payment of ${formatDollars(cents)}${livemode ? '' : ' in test mode'}`;
  return {
    subject: id,
    severity: isUnknown ? 'critical' : 'warning',
    title: isUnknown
      ? `${payment} is not known to the card provider, and holds up what it is for.`
      : `${payment} has been open for more than a day.`,
    todo: isUnknown
      ? 'Look at the card provider whether the money was taken. Where it was not, end this attempt, so that the dealer can pay anew.'
      : 'The portal asks the card provider every five minutes and can not bring it to an end. Look at the payment there.',
    link: { path: `/payments/${encodeURIComponent(id)}/show`, label: 'Open the payment' },
    mark: isUnknown ? 'unknown' : 'old',
  };
}
