import { type AlertRecord, paths } from '@portal/contract';
import { type PaymentCommand, paymentDecider, paymentStream } from '@portal/domain';
import { v7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Paying, startPayingElsewhere } from './payments/support.ts';
import type { HttpClient } from './support/httpClient.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let time = Date.parse('2026-12-20T15:00:00.000Z');
let paying: Paying;
let admin: HttpClient;
let accountId: string;

beforeAll(async () => {
  paying = await startPayingElsewhere({ now: () => new Date(time) }, { webhooks: false });
  accountId = (await paying.dealer('ann')).user.account_id;
});
afterAll(() => paying.stop());
beforeEach(async () => {
  // beyond what any check looks back at
  await later(70 * 24 * HOUR);
  await paying.portal.database.pool.query('DELETE FROM alerts');
});

async function later(milliseconds: number): Promise<void> {
  time += milliseconds;
  await paying.portal.tick();
}

const open = async (kind: string): Promise<readonly AlertRecord[]> => {
  admin = await paying.admin();
  const { open: all } = (await admin.get(paths.admin.alerts)).json;
  return all.filter((alert: AlertRecord) => alert.kind === kind);
};
const titles = async (kind: string) => (await open(kind)).map(({ title }) => title);

async function record(attemptId: string, ...commands: readonly PaymentCommand[]): Promise<void> {
  for (const command of commands) {
    const { appended } = await paying.portal.commands.execute({
      stream: paymentStream(attemptId),
      decider: paymentDecider,
      command,
      context: paying.context(),
      accounts: [accountId],
    });
    const { position } = await paying.portal.commands.followUp(appended);
    if (position !== null) await paying.portal.projections.waitForProjections(['payments'], position);
  }
}

const starting = (attemptId: string, livemode: boolean): PaymentCommand => ({
  type: 'StartPayment',
  attemptId,
  accountId,
  userId: null,
  amountCents: 6_500,
  livemode,
  how: 'card_form',
  shares: [],
});

/** A payment that took money, with no trace of it at the provider. */
async function succeeded(livemode: boolean): Promise<string> {
  const attemptId = v7({ msecs: time });
  const intentId = `pi_${attemptId}`;
  await record(attemptId, starting(attemptId, livemode), {
    type: 'SucceedPayment',
    intentId,
    amountCents: 6_500,
    livemode,
    card: null,
    paidOn: '2026-12-20',
  });
  return attemptId;
}

describe('a card provider that is silent', () => {
  const noticed = (livemode: boolean) =>
    paying.portal.database.pool.query(
      "INSERT INTO provider_events (livemode, id, type, subject, received_at, applied_at) VALUES ($1, $2, 'x', '{}', $3, $3)",
      [livemode, v7(), new Date(time)],
    );

  // Proves I8-alerts-5
  it.each([
    [true, 'live', 'critical'],
    [false, 'test', 'warning'],
  ])('is an alert a day after a payment (live: %s)', async (livemode, mode, severity) => {
    await succeeded(livemode);
    await later(23 * HOUR);
    await later(30 * MINUTE);
    expect(await titles('webhooks')).toEqual([]);
    await later(HOUR);
    await later(16 * MINUTE);
    expect((await open('webhooks')).map((alert) => [alert.severity, alert.title])).toEqual([
      [
        severity,
        `Cards are charged in ${mode} mode, but the card provider has sent no webhooks for 24 hours.`,
      ],
    ]);
    await noticed(livemode);
    await later(MINUTE);
    expect(await titles('webhooks')).toEqual([]);
  });

  // Proves I8-alerts-5
  it('is no alert without payments, or if it called after the payment', async () => {
    await later(48 * HOUR);
    expect(await titles('webhooks')).toEqual([]);
    await succeeded(true);
    time += MINUTE;
    await noticed(true);
    await later(25 * HOUR);
    await later(16 * MINUTE);
    expect(await titles('webhooks')).toEqual([]);
  });

  it('is measured against the setting', async () => {
    admin = await paying.admin();
    await admin.patch(paths.admin.portalSettings, { silent_webhook_hours: 2 });
    await succeeded(true);
    await later(2 * HOUR + MINUTE);
    await later(16 * MINUTE);
    expect((await titles('webhooks'))[0]).toContain('sent no webhooks for 2 hours');
    admin = await paying.admin();
    await admin.patch(paths.admin.portalSettings, { silent_webhook_hours: 24 });
  });

  // Proves I8-alerts-5
  it('is an alert too when its webhooks cannot be applied', async () => {
    await paying.portal.database.pool.query(
      `INSERT INTO provider_events (livemode, id, type, subject, received_at, tries)
       VALUES (true, 'evt_stuck', 'x', '{"kind": "intent", "intentId": "pi_x"}', $1, 500)`,
      [new Date(time)],
    );
    await later(MINUTE);
    expect(await titles('webhooks')).toEqual(['1 notice of the card provider could not be applied.']);
    await paying.portal.database.pool.query("DELETE FROM provider_events WHERE id = 'evt_stuck'");
    await later(MINUTE);
    expect(await titles('webhooks')).toEqual([]);
  });
});

describe('a payment attempt that does not end', () => {
  // Proves I8-alerts-5
  it('is an alert for real money that the provider does not know, until it is ended', async () => {
    const attemptId = v7({ msecs: time });
    const intentId = 'pi_gone';
    await record(attemptId, starting(attemptId, true), { type: 'RecordPaymentIntent', intentId });
    await later(14 * MINUTE);
    expect(await titles('stuck_payment')).toEqual([]);
    await later(2 * MINUTE);
    expect(await open('stuck_payment')).toMatchObject([
      {
        severity: 'critical',
        title: 'A payment of $65.00 is unknown to the card provider and blocks its order or invoice.',
        link: { path: `/payments/${attemptId}/show` },
      },
    ]);
    expect((await admin.post(paths.admin.endPayment(attemptId), {})).status).toBe(200);
    expect(await titles('stuck_payment')).toEqual([]);
  });

  // Proves I8-alerts-5
  it('is no alert while the provider knows it, which is asked every half hour', async () => {
    const intent = await paying.liveStripe.paymentIntents.create({ amount: 6_500, currency: 'usd' });
    const attemptId = v7({ msecs: time });
    await record(attemptId, starting(attemptId, true), {
      type: 'RecordPaymentIntent',
      intentId: intent.id,
    });
    const path = `/v1/payment_intents/${intent.id}`;
    const asked = () => paying.simulator.requests.filter((request) => request.path.startsWith(path)).length;
    await later(16 * MINUTE);
    const before = asked();
    expect(before).toBeGreaterThan(0);
    // the reconciler asks every five minutes as well
    for (let minutes = 0; minutes < 4; minutes += 1) await later(MINUTE);
    expect(asked() - before).toBeLessThanOrEqual(4);
    expect(await titles('stuck_payment')).toEqual([]);
    await paying.liveStripe.paymentIntents.cancel(intent.id);
    await paying.portal.tick();
  });
});

describe('a refund that failed', () => {
  async function failed(): Promise<string> {
    const attemptId = await succeeded(false);
    await record(attemptId, {
      type: 'RequestRefund',
      refundId: v7(),
      of: null,
      amountCents: 6_500,
      reason: null,
    });
    // the provider knows no such payment, so the follower has it fail
    await failures(attemptId, 1);
    return attemptId;
  }
  async function failures(attemptId: string, count: number) {
    const failedSoFar = async () =>
      (await paying.story(paymentStream(attemptId))).filter((type) => type === 'PaymentRefundFailed').length;
    await expect.poll(failedSoFar).toBe(count);
    await paying.portal.projections.caughtUp();
  }

  // Proves I8-alerts-5
  it("is an alert that links its payment, mailed by the refund's own mail", async () => {
    const attemptId = await failed();
    await later(MINUTE);
    expect(await open('failed_refund')).toMatchObject([
      {
        severity: 'critical',
        title: 'A refund of $65.00 failed.',
        link: { path: `/payments/${attemptId}/show`, label: 'Open the payment' },
      },
    ]);
    const mails = async () => {
      const { rows } = await paying.portal.database.pool.query<{ subject: string }>(
        "SELECT subject FROM mail_outbox WHERE created_at >= $1 AND recipient = 'admin@localhost' ORDER BY created_at",
        [new Date(time - MINUTE)],
      );
      return rows.map(({ subject }) => subject);
    };
    await expect.poll(mails, { timeout: 15_000 }).toEqual(['A refund of $65.00 failed']);
  });

  it('is a new alert when a retry fails', async () => {
    const attemptId = await failed();
    await later(MINUTE);
    const [before] = await open('failed_refund');
    const payment = (await admin.get(paths.admin.payment(attemptId))).json;
    const refund_id = payment.refunds[0].id;
    expect((await admin.post(paths.admin.retryRefund(attemptId), { refund_id })).status).toBe(200);
    await failures(attemptId, 2);
    await later(MINUTE);
    const after = await open('failed_refund');
    expect(after).toHaveLength(1);
    expect(after[0]?.id).not.toBe(before?.id);
  });

  // Proves I8-alerts-5
  it('is no alert when another refund returned the money', async () => {
    const attemptId = await failed();
    await later(MINUTE);
    expect(await titles('failed_refund')).toHaveLength(1);
    await record(attemptId, {
      type: 'RecordRefund',
      refundId: 're_desk',
      of: null,
      amountCents: 6_500,
      providerRefundId: 're_desk',
    });
    await later(MINUTE);
    expect(await titles('failed_refund')).toEqual([]);
  });
});
