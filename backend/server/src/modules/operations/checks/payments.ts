import { openMoneyParts } from '@portal/contract';
import { formatDollars } from '@portal/domain/values';
import {
  failedRefunds,
  firstPaidBetween,
  listPayments,
  moneyWithoutUser,
  type PaymentRow,
  paymentsInDispute,
  paymentsWithFailedRefunds,
  paymentsWithSplitRefunds,
  type Queryable,
} from '@portal/projections';
import type { CheckPorts } from '../check.ts';
import { type Finding, listLink } from '../check.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

/** Younger attempts are in progress. */
const YOUNG_MS = 15 * 60_000;

/** The reconciler ends attempts after a day; with an hour's grace. */
const OLD_MS = 25 * HOUR_MS;

/** Interval for checking a known attempt with the provider. */
const ASK_AGAIN_MS = 30 * 60_000;

/** Queries to the provider per check. */
const MAX_ASKED = 50;

const openPayment = (id: string) => ({
  path: `/payments/${encodeURIComponent(id)}/show`,
  label: 'Open the payment',
});
const inTestMode = (livemode: boolean) => (livemode ? '' : ' in test mode');

/**
 * Attempts that block their order or invoice: live ones unknown to the card provider, which only administrators can end, and
 * those open for more than a day.
 */
export function stuckPayments(ports: CheckPorts): (signal: AbortSignal) => Promise<readonly Finding[]> {
  /** What the provider said of an attempt, and when. */
  const asked = new Map<string, { readonly at: number; readonly isKnown: boolean }>();
  return async (signal) => {
    const now = ports.now().getTime();
    const { rows } = await listPayments(ports.db, {
      filter: { status: ['started', 'declined'] },
      sort: ['created_at', 'ASC'],
      range: [0, 499],
    });
    const open = rows.filter((row) => now - Date.parse(row.created_at) > YOUNG_MS);
    const cards = ports.cardsFor(true);
    const due = open.filter(({ id, livemode, intent_id }) => {
      const last = asked.get(id);
      return livemode && intent_id !== null && !(last?.isKnown && now - last.at <= ASK_AGAIN_MS);
    });
    for (const { id, intent_id } of due.slice(0, MAX_ASKED)) {
      if (cards === null || intent_id === null || signal.aborted) break;
      asked.set(id, { at: now, isKnown: (await cards.retrieveIntent(intent_id)) !== null });
    }
    const ids = new Set(open.map(({ id }) => id));
    for (const id of asked.keys()) if (!ids.has(id)) asked.delete(id);
    return open.flatMap(({ id, amount_cents: cents, livemode, created_at }): Finding[] => {
      const isUnknown = asked.get(id)?.isKnown === false;
      if (!isUnknown && now - Date.parse(created_at) <= OLD_MS) return [];
      const payment = `A payment of ${formatDollars(cents)}${inTestMode(livemode)}`;
      return [
        {
          subject: id,
          severity: isUnknown ? 'critical' : 'warning',
          title: isUnknown
            ? `${payment} is unknown to the card provider and blocks its order or invoice.`
            : `${payment} has been open for more than a day.`,
          todo: isUnknown
            ? 'Check at the card provider whether the card was charged. If not, end this attempt so that the dealer can pay again.'
            : 'The portal checks it every five minutes and cannot complete it. Look at the payment at the card provider.',
          link: openPayment(id),
          mark: isUnknown ? 'unknown' : 'old',
        },
      ];
    });
  };
}

/** Older failures are assumed to be settled. */
const FAILED_REFUND_DAYS = 60;

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS).toISOString();

/** Failed refunds that were not repeated. */
export async function refundsThatFailed(db: Queryable, now: Date): Promise<readonly Finding[]> {
  const payments = await paymentsWithFailedRefunds(db, daysBefore(now, FAILED_REFUND_DAYS));
  return payments.flatMap((payment) =>
    failedRefunds(payment).map(
      ([refundId, { cents }]): Finding => ({
        subject: refundId,
        severity: 'critical',
        title: `A refund of ${formatDollars(cents)} failed.`,
        todo: 'Retry it on the payment’s page, or refund the dealer another way.',
        link: openPayment(payment.id),
        isToldAlready: true,
      }),
    ),
  );
}

/** Payments that the bank of the cardholder disputes or inquires about (rule B43). */
export async function cardDisputes(db: Queryable): Promise<readonly Finding[]> {
  return (await paymentsInDispute(db)).flatMap(disputeFindings);
}

function disputeFindings({ id, disputes, company_name: company, livemode }: PaymentRow): readonly Finding[] {
  return Object.entries(disputes).flatMap(([disputeId, { cents, state }]): Finding[] => {
    if (state !== 'open' && state !== 'inquiry') return [];
    const of = `of ${formatDollars(cents)} by ${company ?? 'a company'}${inTestMode(livemode)}`;
    const shared = { subject: disputeId, link: openPayment(id), isToldAlready: true, mark: state };
    return state === 'open'
      ? [
          {
            ...shared,
            severity: 'critical',
            title: `A payment ${of} is disputed at the bank.`,
            todo: 'Answer at the card provider before the date it names. The payment can be refunded again only once the dispute is decided.',
          },
        ]
      : [
          {
            ...shared,
            severity: 'warning',
            title: `The bank of a cardholder inquires about a payment ${of}.`,
            todo: 'Answer at the card provider before the date it names.',
          },
        ];
  });
}

/** Days during which the alert asks to look at the allocation. */
const PROVIDER_REFUND_DAYS = 7;

/** Refunds made at the card provider of payments over several invoices, which the portal had to allocate (rule B44). */
export async function providerRefunds(db: Queryable, now: Date): Promise<readonly Finding[]> {
  const payments = await paymentsWithSplitRefunds(db, daysBefore(now, PROVIDER_REFUND_DAYS));
  return payments.map(({ id, refunds, company_name: company }) => {
    const cents = Object.values(refunds)
      .filter(({ state, fromProvider }) => state === 'refunded' && fromProvider === true)
      .reduce((sum, refund) => sum + refund.cents, 0);
    return {
      subject: id,
      severity: 'warning',
      title: `${formatDollars(cents)} of a payment by ${company ?? 'a company'} over several invoices was refunded at the card provider.`,
      todo: 'The portal took it from the newest invoice first. Check that it belongs there; you can move it on the payment’s page.',
      link: openPayment(id),
      mark: String(cents),
    };
  });
}

/** Companies without users that owe money or have credit: no mail about it reaches anybody. */
export async function moneyWithoutUsers(db: Queryable): Promise<readonly Finding[]> {
  const money = await moneyWithoutUser(db);
  return [...new Set(money.map(({ account_id }) => account_id))].map((accountId) => {
    const parts = openMoneyParts(money.filter(({ account_id }) => account_id === accountId));
    return {
      subject: accountId,
      severity: 'warning',
      title: `A company has no user who is told of its money: ${parts.join(', ')}.`,
      todo: 'Record a payment, void the invoices or pay out the credit. A company whose data is not erased can get a new user instead.',
      link: listLink('invoices', { account_id: accountId }, 'Open its invoices'),
      mark: parts.join(' '),
    };
  });
}

/** Older payments do not matter. */
const LOOK_BACK_MS = 30 * DAY_MS;

const PAYMENTS = { path: '/payments', label: 'Open the payments' };

/** A card provider without webhooks while cards are charged, and webhooks that cannot be applied. */
export async function webhooks(ports: CheckPorts): Promise<readonly Finding[]> {
  const findings = [...(await silentWebhooks(ports, true)), ...(await silentWebhooks(ports, false))];
  const stuck = await ports.providerEvents.stuck();
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
}

async function silentWebhooks(ports: CheckPorts, livemode: boolean): Promise<readonly Finding[]> {
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
