import { paths } from '@portal/contract';
import {
  invoiceDecider,
  invoiceStream,
  type PaymentCommand,
  paymentDecider,
  paymentStream,
} from '@portal/domain';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HttpClient } from '../support/httpClient.ts';
import { invoiceOf, type Paying, startPaying } from './support.ts';

let paying: Paying;
let admin: HttpClient;
let accountId: string;
let dealer: HttpClient;

beforeAll(async () => {
  paying = await startPaying({}, { environment: { PORTAL_ROLES: 'api,projections' } });
  admin = await paying.admin();
  const ann = await paying.dealer('ann');
  [dealer, accountId] = [ann.client, ann.user.account_id];
  await admin.put(`/api/admin/accounts/${accountId}/demo-status`, { is_demo_account: false });
});
afterAll(() => paying.stop());

const MINUTE = 60_000;
const end = (id: string, body: object = {}) => admin.post(paths.admin.endPayment(id), body);

/** An open attempt over an invoice with real money, begun so long ago; its intent is what the log says. */
async function anAttempt(minutesAgo: number, intentId: string | null) {
  const attemptId = v7({ msecs: Date.now() - minutesAgo * MINUTE });
  const invoiceId = await paying.invoice(accountId, 4_200, false);
  const share = { kind: 'invoice', id: invoiceId, amountCents: 4_200 } as const;
  const commands: readonly PaymentCommand[] = [
    {
      type: 'StartPayment',
      attemptId,
      accountId,
      userId: null,
      amountCents: 4_200,
      livemode: true,
      how: 'card_form',
      shares: [share],
    },
    ...(intentId === null ? [] : [{ type: 'RecordPaymentIntent', intentId } as const]),
  ];
  const common = { context: paying.context(), accounts: [accountId] };
  for (const command of commands) {
    await paying.portal.commands.execute({
      ...common,
      context: paying.context(),
      stream: paymentStream(attemptId),
      decider: paymentDecider,
      command,
    });
  }
  const { appended } = await paying.portal.commands.execute({
    ...common,
    stream: invoiceStream(invoiceId),
    decider: invoiceDecider,
    command: { type: 'StartInvoicePayment', attemptId, how: 'card_form' },
  });
  admin.readAfter(appended.at(-1)?.position ?? null);
  return { attemptId, invoiceId };
}

const openAttempt = async (invoiceId: string) => {
  const state = await invoiceOf(paying, invoiceId);
  return 'openAttempt' in state ? state.openAttempt : null;
};

describe('ending a payment attempt', () => {
  // Proves I8-refund-2
  it('frees the invoice if the card provider does not know the attempt, and records the administrator', async () => {
    const { attemptId, invoiceId } = await anAttempt(60, 'pi_gone');
    expect(await openAttempt(invoiceId)).toBe(attemptId);
    const answered = await end(attemptId, { reason: 'The account was changed' });
    expect(answered.status).toBe(200);
    expect(answered.json).toMatchObject({
      status: 'failed',
      is_open: false,
      message: 'An administrator ended it: the card provider does not know this payment.',
    });
    expect(await openAttempt(invoiceId)).toBeNull();
    const timeline = (await admin.get(paths.admin.timeline('payment', attemptId))).json;
    expect(JSON.stringify(timeline)).toContain('The account was changed');
    const paid = await dealer.post(paths.payInvoice(invoiceId), {});
    expect(paid.status).toBe(200);
  });

  // Proves I8-refund-2
  it('leaves an attempt that can still be paid', async () => {
    const intent = await paying.liveStripe.paymentIntents.create({ amount: 4_200, currency: 'usd' });
    const { attemptId, invoiceId } = await anAttempt(60, intent.id);
    const answered = await end(attemptId);
    expect([answered.status, answered.json.error]).toEqual([
      409,
      'The card provider knows this payment, and it can still be paid there. It ends by itself a day after it began.',
    ]);
    expect(await openAttempt(invoiceId)).toBe(attemptId);
  });

  // Proves I8-refund-2
  it('records an attempt that was canceled or paid at the provider', async () => {
    const canceled = await paying.liveStripe.paymentIntents.create({ amount: 4_200, currency: 'usd' });
    await paying.liveStripe.paymentIntents.cancel(canceled.id);
    const one = await anAttempt(60, canceled.id);
    expect((await end(one.attemptId)).json).toMatchObject({ status: 'failed', is_open: false });
    const taken = await paying.liveStripe.paymentIntents.create({
      amount: 4_200,
      currency: 'usd',
      payment_method: 'pm_card_visa',
      confirm: true,
      return_url: paying.url,
    });
    const other = await anAttempt(60, taken.id);
    expect((await end(other.attemptId)).json).toMatchObject({ status: 'succeeded', is_open: false });
    expect((await invoiceOf(paying, other.invoiceId)).status).toBe('paid');
  });

  it('refuses recent, ended and unknown attempts, and dealers', async () => {
    const { attemptId } = await anAttempt(5, null);
    const early = await end(attemptId);
    expect([early.status, early.json.error]).toEqual([
      409,
      'This payment began a moment ago. Please try again in ten minutes.',
    ]);
    const over = await anAttempt(60, 'pi_gone');
    await end(over.attemptId);
    expect((await end(over.attemptId)).json.error).toBe('This payment is over already.');
    expect((await end(v7())).status).toBe(404);
    expect((await dealer.post(paths.admin.endPayment(attemptId), {})).status).toBe(403);
  });

  // Proves I8-refund-2
  it('changes nothing while the provider is unavailable', async () => {
    const { attemptId, invoiceId } = await anAttempt(60, 'pi_gone');
    paying.simulator.faults.add({ request: /GET \/v1\/payment_intents\/.*/, action: 'drop', times: 2 });
    expect((await end(attemptId)).status).toBe(503);
    expect(await openAttempt(invoiceId)).toBe(attemptId);
    paying.simulator.faults.clear();
  });
});
