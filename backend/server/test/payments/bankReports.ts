import type { PortalOverrides } from '../../src/app/compose.ts';
import type { PaymentRequest } from '../../src/modules/payments/beginAttempt.ts';
import { eventually } from '../support/eventually.ts';
import type { HttpClient } from '../support/httpClient.ts';
import { type Paying, postWebhook, startPayingElsewhere } from './support.ts';

/** A portal with a dealer who pays by card, for specs of what the bank and the provider report about it. */
export interface BankReports {
  readonly paying: Paying;
  readonly admin: HttpClient;
  readonly dealer: HttpClient;
  readonly accountId: string;
  /** Pays new invoices of these cents by card, in one payment. */
  pay(
    card: string,
    ...amounts: readonly number[]
  ): Promise<{
    readonly invoiceIds: readonly string[];
    readonly attemptId: string;
    readonly intentId: string;
  }>;
  /** Pays these shares by card, in one payment. */
  payShares(
    card: string,
    ...shares: PaymentRequest['shares']
  ): Promise<{ readonly attemptId: string; readonly intentId: string }>;
  /** Waits until the webhooks that were sent are applied and shown. */
  settled(): Promise<void>;
  /** Posts a signed webhook about objects that the provider does not know. */
  told(type: string, object: object): Promise<void>;
  /** Posts a signed webhook with this body. */
  posted(payload: string): Promise<void>;
  /** As administrators read them. */
  invoiceShown(id: string): Promise<Shown>;
  paymentShown(id: string): Promise<Shown>;
  /** The last balance of the company's statement, in dollars. */
  balance(): Promise<string>;
  /** Of all companies, in dollars. */
  revenue(): Promise<{ readonly paid: number; readonly open: number }>;
  /** The text of a record's timeline. */
  words(kind: string, id: string): Promise<string>;
}

// biome-ignore lint/suspicious/noExplicitAny: as JSON
type Shown = any;

export async function startBankReports(overrides: PortalOverrides = {}): Promise<BankReports> {
  const paying = await startPayingElsewhere(overrides);
  const { client: dealer, user } = await paying.dealer('ann');
  const admin = await paying.admin();
  const accountId: string = user.account_id;
  let sent = 0;

  async function settled(): Promise<void> {
    await paying.simulator.webhooks.settled();
    await eventually(async () => {
      const { rows } = await paying.portal.database.pool.query<{ left: string }>(
        'SELECT count(*) AS left FROM provider_events WHERE applied_at IS NULL',
      );
      return rows[0]?.left === '0';
    });
  }

  async function posted(payload: string): Promise<void> {
    await postWebhook(paying, payload);
    await settled();
  }

  async function payShares(card: string, ...shares: PaymentRequest['shares']) {
    const { started, attemptId } = await paying.portal.payments.start(
      paying.request(accountId, 'card_form', ...shares),
      paying.context(),
    );
    const intentId = started.paymentIntentId ?? '';
    await paying.stripe.paymentIntents.confirm(intentId, { payment_method: card });
    await settled();
    return { attemptId, intentId };
  }

  async function shown(path: string): Promise<Shown> {
    await paying.portal.projections.caughtUp();
    return (await admin.get(path)).json;
  }

  return {
    paying,
    admin,
    dealer,
    accountId,
    settled,
    async pay(card, ...amounts) {
      const invoiceIds: string[] = [];
      for (const cents of amounts) invoiceIds.push(await paying.invoice(accountId, cents));
      const shares = invoiceIds.map((id, index) => ({
        kind: 'invoice' as const,
        id,
        amountCents: amounts[index] ?? 0,
      }));
      return { invoiceIds, ...(await payShares(card, ...shares)) };
    },
    payShares,
    async told(type, object) {
      sent += 1;
      const payload = JSON.stringify({
        id: `evt_case_${sent}`,
        object: 'event',
        // older than the package's
        api_version: '2024-06-20',
        created: 0,
        livemode: false,
        pending_webhooks: 1,
        type,
        data: { object },
      });
      await posted(payload);
    },
    posted,
    invoiceShown: (id) => shown(`/api/admin/invoices/${id}`),
    paymentShown: (id) => shown(`/api/admin/payments/${id}`),
    async balance() {
      await paying.portal.projections.caughtUp();
      const { text } = await dealer.get('/api/statement?from=2020-01-01&to=2030-12-31&format=csv');
      return text.trim().split('\n').at(-1)?.split(',').at(-1)?.trim() ?? '';
    },
    async revenue() {
      const report = await shown('/api/admin/revenue-report?from=2026-01&to=2030-12&demo=true');
      const { paid, open } = report.total;
      return { paid, open };
    },
    words: async (kind, id) =>
      (await admin.get(`/api/admin/audit/${kind}/${id}/timeline${kind === 'account' ? '?scope=all' : ''}`))
        .text,
  };
}

/** A dispute of an intent as a webhook holds it. */
export const disputeOf = (intentId: string, amount: number, status: string, more: object = {}) => ({
  id: `dp_case_${intentId}`,
  object: 'dispute',
  amount,
  currency: 'usd',
  charge: 'ch_case',
  payment_intent: intentId,
  reason: 'fraudulent',
  status,
  is_charge_refundable: false,
  ...more,
});
