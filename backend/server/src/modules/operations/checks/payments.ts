import type { PortalSettings } from '@portal/contract';
import { formatDollars } from '@portal/domain/values';
import {
  failedRefunds,
  firstPaidBetween,
  listPayments,
  type PaymentRow,
  paymentsInDispute,
  paymentsWithFailedRefunds,
  paymentsWithSplitRefunds,
  type Queryable,
} from '@portal/projections';
import type { Cards } from '../../payments/module.ts';
import type { AlertCheck, Finding } from '../check.ts';

interface StuckPaymentsPorts {
  readonly db: Queryable;
  /** The provider of a mode; null where it has no credentials. */
  cardsFor(livemode: boolean): Cards | null;
  now(): Date;
}

const MINUTE_MS = 60_000;

/** Younger attempts are in progress. */
const YOUNG_MS = 15 * MINUTE_MS;

/** The reconciler ends attempts after a day; with an hour's grace. */
const OLD_MS = 25 * 60 * MINUTE_MS;

/** Interval for checking a known attempt with the provider. */
const ASK_AGAIN_MS = 30 * MINUTE_MS;

/** Queries to the provider per check. */
const MAX_ASKED = 50;

/**
 * Attempts that block their order or invoice: live ones unknown to the card provider, which only administrators can end, and
 * those open for more than a day.
 */
export function stuckPaymentsCheck(ports: StuckPaymentsPorts): AlertCheck {
  /** When the provider last confirmed an attempt. */
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
      for (const row of cards === null ? [] : due.slice(0, MAX_ASKED)) {
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
      ? `${payment} is unknown to the card provider and blocks its order or invoice.`
      : `${payment} has been open for more than a day.`,
    todo: isUnknown
      ? 'Check at the card provider whether the card was charged. If not, end this attempt so that the dealer can pay again.'
      : 'The portal checks it every five minutes and cannot complete it. Look at the payment at the card provider.',
    link: { path: `/payments/${encodeURIComponent(id)}/show`, label: 'Open the payment' },
    mark: isUnknown ? 'unknown' : 'old',
  };
}

/** Older failures are assumed to be settled. */
const DAYS = 60;

/** Failed refunds that were not repeated. */
export function failedRefundsCheck(db: Queryable, now: () => Date): AlertCheck {
  return {
    kind: 'failed_refund',
    async look() {
      const since = new Date(now().getTime() - DAYS * 86_400_000).toISOString();
      return (await paymentsWithFailedRefunds(db, since)).flatMap(findingsOf);
    },
  };
}

function findingsOf(payment: PaymentRow): readonly Finding[] {
  const { id } = payment;
  return failedRefunds(payment).map(([refundId, { cents }]) => ({
    subject: refundId,
    severity: 'critical',
    title: `A refund of ${formatDollars(cents)} failed.`,
    todo: 'Retry it on the payment’s page, or refund the dealer another way.',
    link: { path: `/payments/${encodeURIComponent(id)}/show`, label: 'Open the payment' },
    isToldAlready: true,
  }));
}

/** Payments that the bank of the cardholder disputes or inquires about (rule B43). */
export function cardDisputesCheck(db: Queryable): AlertCheck {
  return {
    kind: 'card_dispute',
    async look() {
      return (await paymentsInDispute(db)).flatMap(disputeFindings);
    },
  };
}

function disputeFindings({ id, disputes, company_name: company, livemode }: PaymentRow): readonly Finding[] {
  return Object.entries(disputes).flatMap(([disputeId, { cents, state }]): Finding[] => {
    if (state !== 'open' && state !== 'inquiry') return [];
    const of = `of ${formatDollars(cents)} by ${company ?? 'a company'}${livemode ? '' : ' in test mode'}`;
    return [
      {
        subject: disputeId,
        severity: state === 'open' ? 'critical' : 'warning',
        title:
          state === 'open'
            ? `A payment ${of} is disputed at the bank.`
            : `The bank of a cardholder inquires about a payment ${of}.`,
        todo:
          state === 'open'
            ? 'Answer at the card provider before the date it names. The payment can be refunded again only once the dispute is decided.'
            : 'Answer at the card provider before the date it names.',
        link: { path: `/payments/${encodeURIComponent(id)}/show`, label: 'Open the payment' },
        isToldAlready: true,
        mark: state,
      },
    ];
  });
}

/** Refunds made at the card provider of payments over several invoices, which the portal had to allocate (rule B44). */
export function providerRefundsCheck(db: Queryable, now: () => Date): AlertCheck {
  return {
    kind: 'provider_refund',
    async look() {
      const since = new Date(now().getTime() - PROVIDER_REFUND_DAYS * 86_400_000).toISOString();
      return (await paymentsWithSplitRefunds(db, since)).map(providerRefundFinding);
    },
  };
}

/** Days during which the alert asks to look at the allocation. */
const PROVIDER_REFUND_DAYS = 7;

function providerRefundFinding({ id, refunds, company_name: company }: PaymentRow): Finding {
  const made = Object.values(refunds).filter(
    ({ state, fromProvider }) => state === 'refunded' && fromProvider === true,
  );
  const cents = made.reduce((sum, refund) => sum + refund.cents, 0);
  return {
    subject: id,
    severity: 'warning',
    title: `${formatDollars(cents)} of a payment by ${company ?? 'a company'} over several invoices was refunded at the card provider.`,
    todo: 'The portal took it from the newest invoice first. Check that it belongs there; you can move it on the payment’s page.',
    link: { path: `/payments/${encodeURIComponent(id)}/show`, label: 'Open the payment' },
    mark: String(cents),
  };
}

interface WebhooksPorts {
  readonly db: Queryable;
  /** The provider of a mode; null where it has no credentials. */
  cardsFor(livemode: boolean): Cards | null;
  /** Webhooks that repeatedly could not be applied. */
  stuck(): Promise<number>;
  settings(): Promise<Pick<PortalSettings, 'silent_webhook_hours'>>;
  now(): Date;
}

const HOUR_MS = 60 * 60_000;

/** Older payments do not matter. */
const LOOK_BACK_MS = 30 * 24 * HOUR_MS;

const PAYMENTS = { path: '/payments', label: 'Open the payments' };

/** A card provider without webhooks while cards are charged, and webhooks that cannot be applied. */
export function webhooksCheck(ports: WebhooksPorts): AlertCheck {
  async function silent(livemode: boolean): Promise<readonly Finding[]> {
    if (ports.cardsFor(livemode) === null) return [];
    const { silent_webhook_hours: hours } = await ports.settings();
    const { rows } = await ports.db.query<{ newest: Date | null }>(
      'SELECT max(received_at) AS newest FROM provider_events WHERE livemode = $1',
      [livemode],
    );
    const now = ports.now().getTime();
    const newest = rows[0]?.newest ?? null;
    const since = Math.max(newest === null ? 0 : new Date(newest).getTime(), now - LOOK_BACK_MS);
    const paid = await firstPaidBetween(ports.db, {
      livemode,
      from: new Date(since).toISOString(),
      to: new Date(now - hours * HOUR_MS).toISOString(),
    });
    if (paid === null) return [];
    const mode = livemode ? 'live' : 'test';
    return [
      {
        subject: mode,
        severity: livemode ? 'critical' : 'warning',
        title: `Cards are charged in ${mode} mode, but the card provider has sent no webhooks for ${hours === 1 ? 'an hour' : `${hours} hours`}.`,
        todo: `Payments are still settled, with a delay. Check at the provider that webhooks go to /api/stripe/webhook/${livemode ? 'live' : 'demo'}, and check the webhook secret.`,
        link: PAYMENTS,
        afterMs: 15 * 60_000,
      },
    ];
  }

  return {
    kind: 'webhooks',
    async look() {
      const findings = [...(await silent(true)), ...(await silent(false))];
      const stuck = await ports.stuck();
      if (stuck > 0) {
        findings.push({
          subject: 'unapplied',
          severity: 'warning',
          title: `${stuck === 1 ? '1 notice' : `${stuck} notices`} of the card provider could not be applied.`,
          todo: 'They are retried every five minutes. Compare payments, refunds and disputes with the provider; the server log has the reason.',
          link: PAYMENTS,
          mark: String(stuck),
        });
      }
      return findings;
    },
  };
}
