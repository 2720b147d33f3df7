import { AUTO_PAY_CONSENT_VERSION, paths, plainStep, type TimelineEntry } from '@portal/contract';
import { invoiceStream } from '@portal/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_KEY, type Paying, startPaying } from './payments/support.ts';
import { eventually } from './support/eventually.ts';
import { decideInvoice, issueInvoice, saveCard } from './support/invoices.ts';

let time = Date.parse('2026-12-01T15:00:00.000Z');
const now = () => new Date(time);
const on = (day: string) => {
  time = Date.parse(`${day}T15:00:00.000Z`);
};

let paying: Paying;

beforeAll(async () => {
  // without the role jobs nothing ticks but the test
  paying = await startPaying({ now }, { environment: { PORTAL_ROLES: 'api,projections,reactions' } });
});
afterAll(() => paying.stop());

async function billed(name: string, period = '2026-12') {
  on('2026-12-01');
  // the clock moves further than a session lasts: whoever asks signs in anew
  const { client, user } = await paying.dealer(name);
  const email = `${name}@example.com`;
  await client.patch(`/api/users/${user.id}`, { email });
  const accountId = user.account_id;
  const { id, number } = await issueInvoice(paying, { accountId, userId: user.id, period }, now());
  return { accountId, userId: user.id, email, id, number, client: () => paying.signedIn(name) };
}

interface Mail {
  readonly kind: string;
  readonly subject: string;
  readonly text: string;
}

/** Kinds of what was written to an address, of these kinds alone, the earliest first. */
async function written(email: string, kinds: readonly string[]): Promise<readonly Mail[]> {
  const { rows } = await paying.portal.database.pool.query<Mail>(
    'SELECT kind, subject, text FROM mail_outbox WHERE recipient = $1 AND kind = ANY($2) ORDER BY created_at, id',
    [email, kinds],
  );
  return rows;
}
const writtenOnce = (email: string, kind: string) =>
  eventually(async () => {
    const mails = await written(email, [kind]);
    return mails.length > 0 ? mails : null;
  });
const reminders = async (id: string) =>
  (await paying.story(invoiceStream(id))).filter((type) => type === 'InvoiceReminderSent').length;

describe('reminders', () => {
  // Proves S6-invoices-19
  it('are sent once each before and after the due date, and stop when it is paid', async () => {
    const { email, id } = await billed('reminded');
    for (const [day, count] of [
      ['2026-12-12', 0],
      ['2026-12-13', 1],
      ['2026-12-16', 1],
      ['2026-12-18', 1],
      ['2026-12-19', 2],
      ['2026-12-29', 2],
      ['2026-12-30', 3],
      ['2027-03-01', 3],
    ] as const) {
      on(day);
      await paying.portal.tick();
      await paying.portal.tick();
      expect([day, await reminders(id)]).toEqual([day, count]);
    }
    const mails = await eventually(async () => {
      const all = await written(email, ['invoiceDueSoon', 'invoiceOverdue']);
      return all.length === 3 ? all : null;
    });
    expect(mails.map(({ kind }) => kind)).toEqual(['invoiceDueSoon', 'invoiceOverdue', 'invoiceOverdue']);
    expect(mails[0]?.subject).toMatch(/is due on Dec 16, 2026$/);

    const paid = await billed('remindedpaid');
    const payment = {
      type: 'RecordInvoicePayment',
      recordId: 'm1',
      amountCents: null,
      isDemo: false,
      method: 'check',
      paidOn: '2026-12-05',
      reference: '77',
      reason: null,
      today: '2026-12-05',
    } as const;
    await decideInvoice(paying, paid.id, payment, now());
    on('2026-12-30');
    await paying.portal.tick();
    expect(await reminders(paid.id)).toBe(0);
  });

  // Proves B43-told, S6-invoices-19
  it('tell the dealer that the bank took a payment back, and later why the invoice is overdue', async () => {
    const { email, id } = await billed('takenback');
    const paymentId = 'p1';
    const paid = {
      type: 'PayInvoice',
      paymentId,
      amountCents: 7_800,
      livemode: false,
      paidOn: '2026-12-02',
    } as const;
    await decideInvoice(paying, id, paid, now());
    const dispute = { type: 'RecordInvoiceDispute', paymentId, disputeId: 'd1', amountCents: 7_800 } as const;
    on('2027-01-10');
    await decideInvoice(paying, id, { ...dispute, status: 'lost', today: '2027-01-10' }, now());
    const [told] = await writtenOnce(email, 'paymentTakenBack');
    expect(told?.text).toContain(
      'The bank of the card took $78.00 back after a dispute. $78.00 of this invoice is open. It is not charged automatically',
    );
    await paying.portal.tick();
    expect(await reminders(id)).toBe(0);
    on('2027-01-13');
    await paying.portal.tick();
    const [overdue] = await writtenOnce(email, 'invoiceOverdue');
    expect(overdue?.text).toContain(
      'The bank of the card took $78.00 back on Jan 10, 2027 after a dispute, so this invoice is open again.',
    );
    expect(overdue?.text).not.toContain('If you have already paid');
    await decideInvoice(paying, id, { ...dispute, status: 'won', today: '2027-01-13' }, now());
    const [again] = await writtenOnce(email, 'paymentReinstated');
    expect(again?.text).toContain('so it counts as paid again.');
    on('2027-03-01');
    await paying.portal.tick();
    expect(await reminders(id)).toBe(1);
  });

  // Proves S6-invoices-19
  it('follow what administrators set', async () => {
    const set = await (await paying.admin()).patch('/api/admin/portal-settings', {
      remind_days_before_due: 0,
      dunning_steps: [plainStep(30), plainStep(5)],
    });
    expect(set.json).toMatchObject({
      remind_days_before_due: 0,
      dunning_steps: [plainStep(5), plainStep(30)],
    });
    const { id } = await billed('byset');
    on('2026-12-16');
    await paying.portal.tick();
    expect(await reminders(id)).toBe(0);
    on('2026-12-21');
    await paying.portal.tick();
    expect(await reminders(id)).toBe(1);
    const back = { remind_days_before_due: 3, dunning_steps: [plainStep(3), plainStep(14)] };
    expect((await (await paying.admin()).patch('/api/admin/portal-settings', back)).json).toMatchObject(back);
    expect((await (await paying.admin()).get('/api/admin/portal-settings')).json).toMatchObject(back);
  });

  it.each([
    ['remind_days_before_due', 15],
    ['remind_days_before_due', 1.5],
    ['remind_days_before_due', -1],
    ['remind_days_before_due', '3'],
    ['dunning_steps', 'never'],
    ['dunning_steps', [plainStep(91)]],
  ])('refuse %s of %j', async (field, value) => {
    const answered = await (await paying.admin()).patch('/api/admin/portal-settings', { [field]: value });
    expect([answered.status, answered.json.errors[0].path]).toEqual([400, expect.stringContaining(field)]);
  });
});

describe('automatic payment', () => {
  // Proves S6-invoices-20, I35-26
  it('charges the saved card on the due date, once, without a reminder before', async () => {
    const { accountId, email, id, client } = await billed('auto');
    await saveCard(paying, accountId, 'pm_card_visa', { autoPayAt: '2026-12-02T10:00:00.000Z' });
    on('2026-12-15');
    await paying.portal.tick();
    expect(await paying.story(invoiceStream(id))).toEqual(['InvoiceIssued']);
    on('2026-12-16');
    await Promise.all([paying.portal.tick(), paying.portal.tick()]);
    on('2026-12-17');
    await paying.portal.tick();
    expect(await paying.story(invoiceStream(id))).toEqual([
      'InvoiceIssued',
      'InvoicePaymentStarted',
      'InvoicePaid',
    ]);
    expect((await (await client()).get(`/api/invoices/${id}`)).json).toMatchObject({
      status: 'paid',
      payment_date: '2026-12-16',
      payment_kind: 'card',
    });
    expect(await writtenOnce(email, 'invoicePaid')).toHaveLength(1);
    // nobody asked for it
    const { json: timeline } = await (await paying.admin()).get(paths.admin.timeline('invoice', id));
    expect((timeline as TimelineEntry[]).slice(1).map(({ actor }) => actor.name)).toEqual([
      'The portal',
      'The portal',
    ]);
  });

  // Proves S6-invoices-26
  it('charges what a check leaves open', async () => {
    const { accountId, id, client } = await billed('autorest');
    await saveCard(paying, accountId, 'pm_card_visa', { autoPayAt: '2026-12-02T10:00:00.000Z' });
    const payment = {
      type: 'RecordInvoicePayment',
      recordId: 'm1',
      amountCents: 4_000,
      isDemo: true,
      method: 'check',
      paidOn: '2026-12-05',
      reference: '77',
      reason: null,
      today: '2026-12-05',
    } as const;
    await decideInvoice(paying, id, payment, now());
    on('2026-12-16');
    await paying.portal.tick();
    expect((await (await client()).get(`/api/invoices/${id}`)).json).toMatchObject({
      status: 'paid',
      payment_kind: 'card',
      payments: [
        { kind: 'check', amount: 40 },
        { kind: 'card', amount: 38 },
      ],
    });
  });

  // Proves S6-invoices-20
  it('is not retried after a decline; the dealer is mailed and pays by hand', async () => {
    const { accountId, email, id, client } = await billed('autodeclined');
    await saveCard(paying, accountId, 'pm_card_chargeCustomerFail', {
      autoPayAt: '2026-12-02T10:00:00.000Z',
    });
    on('2026-12-16');
    await paying.portal.tick();
    on('2026-12-17');
    await paying.portal.tick();
    const [mail, ...more] = await writtenOnce(email, 'autoPayFailed');
    expect(more).toEqual([]);
    const text = mail?.text;
    expect(text).toContain('Your card was declined');
    expect(text).toContain(`Pay now: ${paying.url}/invoicing/${id}`);
    const started = await (await client()).post(`/api/invoices/${id}/pay`, {
      use_existing_payment_method: false,
    });
    expect(started.json.clientSecret).toMatch(/_secret_/);
    await paying.stripe.paymentIntents.confirm(started.json.paymentIntentId, {
      payment_method: 'pm_card_visa',
    });
    await paying.portal.payments.settle(started.json.paymentIntentId, false, paying.context());
    await expect
      .poll(async () => (await (await client()).get(`/api/invoices/${id}`)).json.status, { timeout: 20_000 })
      .toBe('paid');
    expect(await written(email, ['autoPayFailed'])).toHaveLength(1);
  });

  // Proves I38-auto-pay-retry
  it('is tried again on the set days, told beforehand, and the day after the card is replaced', async () => {
    const set = async (days: readonly number[]) =>
      (await paying.admin()).patch('/api/admin/portal-settings', { auto_pay_retry_days: days });
    const { accountId, email, id, client } = await billed('autoretried');
    await saveCard(paying, accountId, 'pm_card_chargeCustomerFail', {
      autoPayAt: '2026-12-02T10:00:00.000Z',
    });
    expect((await set([7, 3])).json.auto_pay_retry_days).toEqual([3, 7]);
    const tries = async (day: string) => {
      on(day);
      await Promise.all([paying.portal.tick(), paying.portal.tick()]);
      await paying.portal.projections.caughtUp();
      return (await paying.story(invoiceStream(id))).filter((type) => type === 'InvoicePaymentStarted')
        .length;
    };
    expect(await tries('2026-12-16')).toBe(1);
    expect((await (await client()).get(`/api/invoices/${id}`)).json.next_try_on).toBe('2026-12-19');
    const [told] = await writtenOnce(email, 'autoPayFailed');
    expect(told?.text).toContain('We try again on Dec 19, 2026, or the day after you save another card.');
    expect(await tries('2026-12-18')).toBe(1);
    expect(await tries('2026-12-19')).toBe(2);
    const mails = await eventually(async () => {
      const all = await written(email, ['autoPayFailed']);
      return all.length === 2 ? all : null;
    });
    expect(mails[1]?.text).toContain('We try again on Dec 23, 2026');
    const { json: timeline } = await (await paying.admin()).get(paths.admin.timeline('invoice', id));
    expect((timeline as TimelineEntry[]).map(({ text }) => text)).toContain(
      'Automatic payment started; if it is declined, next try on Dec 19, 2026',
    );
    await saveCard(paying, accountId, 'pm_card_visa');
    expect(await tries('2026-12-19')).toBe(2);
    expect(await tries('2026-12-20')).toBe(3);
    expect((await (await client()).get(`/api/invoices/${id}`)).json).toMatchObject({ status: 'paid' });
    expect(await tries('2026-12-23')).toBe(3);

    const last = await billed('autoretriedlast');
    await saveCard(paying, last.accountId, 'pm_card_chargeCustomerFail', {
      autoPayAt: '2026-12-02T10:00:00.000Z',
    });
    on('2026-12-23');
    await paying.portal.tick();
    const [never] = await writtenOnce(last.email, 'autoPayFailed');
    expect(never?.text).toContain('It will not be retried automatically.');
    await set([]);
  });

  // Proves S1-2-checkout-2a
  it('does not charge a declined card for another invoice until it is replaced', async () => {
    const { accountId, userId, id, client } = await billed('declinedonce');
    const second = await issueInvoice(paying, { accountId, userId, period: '2027-01' }, now());
    await saveCard(paying, accountId, 'pm_card_chargeCustomerFail', {
      autoPayAt: '2026-12-02T10:00:00.000Z',
    });
    const tries = async () => {
      const stories = await Promise.all(
        [id, second.id].map((invoice) => paying.story(invoiceStream(invoice))),
      );
      return stories.flat().filter((type) => type === 'InvoicePaymentStarted').length;
    };
    on('2027-01-17');
    await paying.portal.tick();
    await paying.portal.tick();
    expect(await tries()).toBe(1);
    const dealer = await client();
    expect((await dealer.get('/api/payment-method')).json.declined).toEqual({
      on: '2027-01-17',
      message: 'Your card was declined.',
    });
    expect((await dealer.get('/api/user-has-payment-method')).json).toEqual({
      hasPaymentMethod: true,
      declined: true,
    });
    await saveCard(paying, accountId, 'pm_card_visa');
    expect((await dealer.get('/api/payment-method')).json.declined).toBeNull();
    await paying.portal.tick();
    expect(await tries()).toBe(2);
    expect((await dealer.get('/api/user-has-payment-method')).json).toEqual({ hasPaymentMethod: true });
  });

  // Proves S1-2-checkout-2a
  it('settles a decline whose answer was lost before charging another invoice', async () => {
    const { accountId, userId, id } = await billed('declinelost');
    const second = await issueInvoice(paying, { accountId, userId, period: '2027-01' }, now());
    await saveCard(paying, accountId, 'pm_card_chargeCustomerFail', {
      autoPayAt: '2026-12-02T10:00:00.000Z',
    });
    paying.simulator.webhooks.hold();
    const confirm = /POST \/v1\/payment_intents\/\w+\/confirm/;
    paying.simulator.faults.add({ request: confirm, action: 'drop', when: 'after', times: 2 });
    paying.simulator.faults.add({ request: /GET .*/, action: 'error500', when: 'before', times: 20 });
    on('2026-12-16');
    await paying.portal.tick();
    paying.simulator.faults.clear();
    expect(await paying.story(invoiceStream(id))).toContain('InvoicePaymentStarted');
    on('2027-01-17');
    await paying.portal.tick();
    await paying.portal.tick();
    expect(await paying.story(invoiceStream(second.id))).not.toContain('InvoicePaymentStarted');
    paying.simulator.webhooks.release();
    await paying.simulator.webhooks.settled();
  });

  // Proves S6-invoices-20
  it('charges nobody who did not consent before the due date', async () => {
    const without = await billed('autowithout');
    await saveCard(paying, without.accountId);
    const late = await billed('autolate');
    await saveCard(paying, late.accountId, 'pm_card_visa', { autoPayAt: '2026-12-20T10:00:00.000Z' });
    on('2026-12-21');
    await paying.portal.tick();
    for (const { id } of [without, late]) {
      expect(await paying.story(invoiceStream(id))).not.toContain('InvoicePaymentStarted');
    }
  });

  it.each([
    ['intents are made', /POST \/v1\/payment_intents/],
    ['cards are charged', /POST \/v1\/payment_intents\/\w+\/confirm/],
  ])('retries after the provider was unavailable, if %s', async (_where, request) => {
    const { accountId, email, id } = await billed(request.source.length > 30 ? 'autolater' : 'autosoon');
    await saveCard(paying, accountId, 'pm_card_visa', { autoPayAt: '2026-12-02T10:00:00.000Z' });
    on('2026-12-16');
    paying.simulator.faults.add({ request, action: 'error500', when: 'before', times: 8 });
    await paying.portal.tick();
    paying.simulator.faults.clear();
    expect(await paying.story(invoiceStream(id))).toContain('InvoicePaymentStarted');
    time += 12 * 60_000;
    await paying.portal.tick();
    const story = (await paying.story(invoiceStream(id))).filter((type) => type.startsWith('InvoicePa'));
    expect(story).toEqual(['InvoicePaymentStarted', 'InvoicePaid']);
    expect(await written(email, ['autoPayFailed'])).toEqual([]);
  });

  // Proves S6-invoices-20
  it('charges nobody twice when the provider was unavailable', async () => {
    const { accountId, id, number } = await billed('autoaway');
    await saveCard(paying, accountId, 'pm_card_visa', { autoPayAt: '2026-12-02T10:00:00.000Z' });
    on('2026-12-16');
    paying.simulator.faults.add({
      request: /POST \/v1\/payment_intents\/\w+\/confirm/,
      action: 'error500',
      times: 4,
    });
    await paying.portal.tick();
    paying.simulator.faults.clear();
    on('2026-12-17');
    await paying.portal.tick();
    await paying.portal.tick();
    const story = await paying.story(invoiceStream(id));
    expect(story.filter((type) => type === 'InvoicePaymentStarted')).toHaveLength(1);
    expect(story.filter((type) => type === 'InvoicePaid')).toHaveLength(1);
    const { data } = await paying.stripe.paymentIntents.list({ limit: 100 });
    const ours = data.filter(({ description }) => description === `Invoice ${number}`);
    expect(ours.map(({ status }) => status)).toEqual(['succeeded']);
  });
});

describe('an expiring card', () => {
  // Proves S6-invoices-21
  it('is mailed once, 30 days ahead', async () => {
    const { accountId, email } = await billed('expiring');
    await saveCard(paying, accountId, 'pm_card_visa', {
      expires: [1, 2027],
      autoPayAt: '2026-12-02T10:00:00.000Z',
    });
    on('2026-12-31');
    await paying.portal.tick();
    expect(await written(email, ['cardExpiring'])).toEqual([]);
    on('2027-01-01');
    await paying.portal.tick();
    on('2027-01-20');
    await paying.portal.tick();
    const [mail, ...more] = await written(email, ['cardExpiring']);
    expect(more).toEqual([]);
    const text = mail?.text;
    expect(text).toContain('Visa ending in 4242, expires on Jan 31, 2027');
    expect(text).toContain(`${paying.url}/update-payment-method`);
  });

  // Proves I35-33
  it('is not mailed where the network has renewed it before', async () => {
    const { email, client } = await billed('renewed');
    const dealer = await client();
    const { clientSecret } = (await dealer.post('/api/setup-payment-method')).json;
    const [setup = ''] = String(clientSecret).split('_secret_');
    const { payment_method } = await paying.stripe.setupIntents.confirm(setup, {
      payment_method: 'pm_card_visa',
    });
    const methodId = String(payment_method);
    await dealer.post('/api/save-payment-method', { paymentMethodId: methodId });
    await dealer.put('/api/auto-pay', { version: AUTO_PAY_CONSENT_VERSION });
    const renewed = async (last4: string, exp_month: number, exp_year: number) => {
      paying.simulator.renewCard(DEMO_KEY, methodId, { last4, exp_month, exp_year });
      await paying.simulator.webhooks.settled();
      await eventually(async () => (await dealer.get('/api/payment-method')).json.last4 === last4);
    };
    await renewed('4240', 1, 2027);
    await renewed('9424', 11, 2031);
    for (const day of ['2027-01-01', '2027-01-20', '2027-02-01']) {
      on(day);
      await paying.portal.tick();
    }
    expect(await written(email, ['cardExpiring'])).toEqual([]);
  });
});
