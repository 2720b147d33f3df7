import { type AlertRecord, paths } from '@portal/contract';
import { accountStream, invoiceStream } from '@portal/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Paying, startPaying } from './payments/support.ts';
import type { HttpClient } from './support/httpClient.ts';
import { issueInvoice, saveCard } from './support/invoices.ts';

let time = Date.parse('2026-12-05T15:00:00.000Z');
const now = () => new Date(time);
let paying: Paying;
let admin: HttpClient;

beforeAll(async () => {
  // without the role jobs nothing ticks but the test
  paying = await startPaying({ now }, { environment: { PORTAL_ROLES: 'api,projections,reactions' } });
  admin = await paying.admin();
});
afterAll(() => paying.stop());

const later = async (day: string) => {
  time = Date.parse(`${day}T15:00:00.000Z`);
  await paying.portal.tick();
  admin = await paying.admin();
};
const erase = (id: string, body: object = {}) => admin.delete(`${paths.admin.user(id)}?erase=true`, body);
const previewOf = async (id: string) => (await admin.get(paths.admin.userErasure(id))).json;
const alerts = async (): Promise<readonly AlertRecord[]> => {
  await paying.portal.tick();
  const { open } = (await admin.get(paths.admin.alerts)).json;
  return open.filter(({ kind }: AlertRecord) => kind === 'money_without_user');
};

/** A dealer of a company with an invoice of $195.00, in live mode unless said otherwise. */
async function owing(name: string, isDemo = false) {
  const { user } = await paying.dealer(name);
  const accountId: string = user.account_id;
  if (!isDemo) {
    const live = await admin.put(paths.admin.demoStatus(accountId), { is_demo_account: false });
    expect(live.status).toBe(200);
  }
  const { id: invoiceId } = await issueInvoice(
    paying,
    { accountId, userId: user.id, period: '2026-12', lines: [{ readers: 30, rateCents: 650 }], isDemo },
    now(),
  );
  const company: string = (await admin.get(paths.admin.account(accountId))).json.company_name;
  return { userId: user.id as string, accountId, invoiceId, company };
}

/** Records a check. @param amount dollars */
const paidByCheck = (invoiceId: string, amount: string, reference: string) =>
  admin.post(paths.admin.recordInvoicePayment(invoiceId), {
    method: 'check',
    amount,
    paid_on: '2026-12-05',
    reference,
    reason: 'Came by mail',
  });

describe('erasing the last user of a company with open money', () => {
  // Proves I35-10
  it('is asked about before, with the amount, and done once confirmed', async () => {
    const { userId, accountId, invoiceId, company } = await owing('last');
    const money = [{ is_demo: false, open_cents: 19_500, credit_cents: 0 }];
    expect((await previewOf(userId)).companies).toMatchObject([{ id: accountId, open_money: money }]);
    const events = await paying.portal.commands.readStream(`user-${userId}`);
    const asked = await erase(userId);
    const message = `This is the last user of ${company}. $195.00 is open and nobody will be told of it.`;
    expect([asked.status, asked.json]).toMatchObject([
      409,
      { error: message, code: 'open_money', errors: [{ path: 'confirm_open_money', message }] },
    ]);
    expect((await erase(userId, { confirm_open_money: false })).status).toBe(409);
    expect(await paying.portal.commands.readStream(`user-${userId}`)).toEqual(events);
    expect((await admin.get(paths.admin.user(userId))).status).toBe(200);

    expect((await erase(userId, { confirm_open_money: true })).status).toBe(200);
    const erased = (await paying.portal.commands.readStream(`user-${userId}`)).at(-1)?.event;
    expect(erased).toMatchObject({
      type: 'PersonalDataErased',
      data: { openMoney: [{ accountId, isDemo: false, openCents: 19_500, creditCents: 0 }] },
    });
    const [last] = (await admin.get(paths.admin.userHistory(userId))).json;
    expect(last.text).toBe('Personal data erased, while $195.00 is open');

    // the invoice is still open, and an alert says so until it is settled
    const ours = async () => (await alerts()).filter(({ link }) => link.path.includes(accountId));
    expect(await ours()).toMatchObject([
      {
        severity: 'warning',
        title: 'A company has no user who is told of its money: $195.00 is open.',
        link: { label: 'Open its invoices' },
      },
    ]);
    expect((await paidByCheck(invoiceId, '195', '881')).status).toBe(200);
    expect(await ours()).toEqual([]);
  });

  // Proves I35-10
  it('names unused credit and demo money of its own', async () => {
    const { userId, accountId, invoiceId, company } = await owing('credited', true);
    const preview = async () => (await previewOf(userId)).companies[0].open_money;
    expect(await preview()).toEqual([{ is_demo: true, open_cents: 19_500, credit_cents: 0 }]);
    expect((await paidByCheck(invoiceId, '225', '882')).status).toBe(200);
    expect(await preview()).toEqual([{ is_demo: true, open_cents: 0, credit_cents: 3_000 }]);
    const asked = await erase(userId);
    expect([asked.status, asked.json.error]).toEqual([
      409,
      `This is the last user of ${company}. $30.00 of credit is unused in demo mode and nobody will be told of it.`,
    ]);
    expect((await admin.get(paths.admin.account(accountId))).json.company_name).toBe(company);
  });

  // Proves I35-10
  it('is not asked about while another user is told, nor without money', async () => {
    const { userId, accountId } = await owing('first');
    const colleague = await admin.post(paths.admin.users, {
      username: 'colleague',
      password: 'colleague-1',
      email: 'colleague@example.com',
      name: 'Co League',
      company: 'Any',
      account_id: accountId,
    });
    expect(colleague.status).toBe(201);
    expect((await previewOf(userId)).companies).toEqual([]);
    expect((await erase(userId)).status).toBe(200);
    expect((await alerts()).filter(({ link }) => link.path.includes(accountId))).toEqual([]);
    const { user } = await paying.dealer('penniless');
    expect((await erase(user.id)).status).toBe(200);
  });

  // Proves I35-10
  it('is asked about for a user deleted before; a deletion opens the alert too', async () => {
    const { userId, accountId, company } = await owing('deleted');
    expect((await admin.delete(paths.admin.user(userId))).status).toBe(200);
    expect((await alerts()).filter(({ link }) => link.path.includes(accountId))).toHaveLength(1);
    const asked = await erase(userId);
    expect([asked.status, asked.json.error]).toEqual([
      409,
      `This was the last user of ${company}. $195.00 is open and nobody will be told of it.`,
    ]);
    expect((await erase(userId, { confirm_open_money: true })).status).toBe(200);
  });
});

describe('cards and reminders of a company without users', () => {
  const stories = async (invoiceId: string) => paying.story(invoiceStream(invoiceId));

  // Proves I35-10
  it('a deleted or erased last user: the card is not charged, and no reminder is recorded that reaches nobody', async () => {
    await later('2026-12-05');
    const erased = await owing('cardholder');
    const deleted = await owing('withcard');
    for (const { accountId } of [erased, deleted])
      await saveCard(paying, accountId, 'pm_card_visa', {
        livemode: true,
        autoPayAt: '2026-12-02T10:00:00.000Z',
      });
    expect((await erase(erased.userId, { confirm_open_money: true })).status).toBe(200);
    expect((await admin.delete(paths.admin.user(deleted.userId))).status).toBe(200);
    for (const day of ['2026-12-14', '2026-12-17', '2026-12-31', '2027-02-01']) await later(day);
    for (const { invoiceId } of [erased, deleted])
      expect(await stories(invoiceId)).toEqual(['InvoiceIssued']);
    const { data } = await paying.liveStripe.charges.list({ limit: 100 });
    expect(data.filter(({ paid }) => paid)).toEqual([]);

    // a new user of the company that was not erased is reminded again
    const successor = await admin.post(paths.admin.users, {
      username: 'successor',
      password: 'successor-1',
      email: 'successor@example.com',
      name: 'Suc Cessor',
      company: 'Any',
      account_id: deleted.accountId,
    });
    expect(successor.status).toBe(201);
    await later('2027-02-02');
    expect(await stories(deleted.invoiceId)).not.toEqual(['InvoiceIssued']);
  });

  // Proves I35-10
  it('a colleague stays: automatic payments that the erased user turned on end, the card stays', async () => {
    await later('2027-02-03');
    const { userId, accountId } = await owing('consented');
    await saveCard(paying, accountId, 'pm_card_visa', { livemode: true });
    const { client } = { client: await paying.signedIn('consented') };
    expect((await client.put(paths.autoPay, { version: '2026-11' })).status).toBe(200);
    const colleague = await admin.post(paths.admin.users, {
      username: 'remaining',
      password: 'remaining-1',
      email: 'remaining@example.com',
      name: 'Re Maining',
      company: 'Any',
      account_id: accountId,
    });
    expect((await previewOf(userId)).shared_companies).toMatchObject([
      { id: accountId, auto_pay_ends: true },
    ]);
    expect((await previewOf(colleague.json.id)).shared_companies).toMatchObject([{ auto_pay_ends: false }]);
    expect((await erase(userId)).status).toBe(200);
    const story = await paying.story(accountStream(accountId));
    expect(story.filter((type) => type === 'AutoPayRevoked')).toHaveLength(1);
    expect((await admin.get(paths.admin.account(accountId))).json.payment_method).not.toBeNull();
    // again changes nothing
    expect((await erase(userId)).status).toBe(200);
    expect(await paying.story(accountStream(accountId))).toEqual(story);
  });
});
