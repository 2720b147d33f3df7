import { paths } from '@portal/contract';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openInstallation } from '../src/app/compose.ts';
import { erasedUsers } from '../src/app/installation/erasures.ts';
import { createLogger } from '../src/platform/http/logger.ts';
import { eventually } from './support/eventually.ts';
import type { HttpClient } from './support/httpClient.ts';
import { registration, startTestPortal, type TestPortal } from './support/testPortal.ts';

let portal: TestPortal;
let admin: HttpClient;

beforeAll(async () => {
  portal = await startTestPortal();
  admin = await portal.admin();
});
afterAll(() => portal.stop());

interface Mail {
  readonly kind: string;
  readonly recipient: string;
  readonly user_id: string | null;
}

const mails = async (): Promise<readonly Mail[]> => {
  const { rows } = await portal.portal.database.pool.query<Mail>(
    'SELECT kind, recipient, user_id FROM mail_outbox ORDER BY kind, recipient',
  );
  return rows;
};
const contactMails = async () => (await mails()).filter(({ kind }) => kind === 'contactMessage');
const previewOf = async (id: string) => (await admin.get(paths.admin.userErasure(id))).json;
const erase = (id: string, body: object = {}) => admin.delete(`${paths.admin.user(id)}?erase=true`, body);

async function enrol(username: string, email: string, more: object = {}): Promise<string> {
  const answered = await portal.client().post(paths.register, registration(username, { email, ...more }));
  expect(answered.status, answered.text).toBe(201);
  expect((await admin.patch(paths.admin.approval(answered.json.id), { isApproved: true })).status).toBe(200);
  await eventually(async () =>
    (await mails()).some(({ kind, user_id }) => kind === 'dealerApproved' && user_id === answered.json.id),
  );
  return answered.json.id;
}

/** Somebody with a message of the contact form, whose address a stranger registers with. */
async function impersonated(name: string) {
  const email = `${name}@example.com`;
  const before = (await contactMails()).length;
  const sent = await portal.client().post(paths.contact, {
    contact_name: `${name} Person`,
    // as it was typed elsewhere
    contact_email: email.toUpperCase(),
    contact_subject: 'support',
    contact_message: `${name} wrote this`,
  });
  expect(sent.status).toBe(201);
  await eventually(async () => (await contactMails()).length === before + 1);
  const userId = await enrol(name, email);
  const strangerId = await enrol(`${name}-stranger`, email, { company: 'Stranger Security' });
  return { email, userId, strangerId, contactId: sent.json.id as string };
}

const messageOf = async (id: string) => (await admin.get(paths.admin.contact(id))).json.contact_message;

describe('a stranger who registered with the address of the person to erase', () => {
  // Proves I35-18
  it('is named with what is withheld; it stays unless the administrator includes it', async () => {
    const { email, userId, strangerId, contactId } = await impersonated('ann');
    const preview = await previewOf(userId);
    expect(preview).toMatchObject({
      contact_messages: 0,
      withheld: {
        addresses: [{ email, users: [{ id: strangerId, username: 'ann-stranger' }] }],
        messages: [{ id: contactId, email: 'ANN@EXAMPLE.COM', subject: 'support' }],
        mails: [{ kind: 'contactMessage', subject: 'Contact form: Technical Support' }],
        contacts_of: [],
      },
    });
    expect((await erase(userId)).status).toBe(200);
    expect(await messageOf(contactId)).toBe('ann wrote this');
    expect(await contactMails()).toHaveLength(1);
    const event = (await portal.portal.commands.readStream(`user-${userId}`)).at(-1)?.event;
    expect(event?.data).not.toHaveProperty('includesWithheld');
    // of the erased user nothing can be read that belongs to the address
    expect((await previewOf(userId)).withheld).toEqual({
      addresses: [],
      messages: [],
      mails: [],
      contacts_of: [],
    });
  });

  // Proves I35-18
  it('loses nothing of his own where the administrator includes it', async () => {
    const { userId, strangerId, contactId } = await impersonated('bea');
    expect((await previewOf(userId)).withheld.mails).toHaveLength(1);
    expect((await erase(userId, { include_withheld: true })).status).toBe(200);
    const event = (await portal.portal.commands.readStream(`user-${userId}`)).at(-1)?.event;
    expect(event).toMatchObject({
      type: 'PersonalDataErased',
      data: { includesWithheld: true, contactIds: [contactId] },
    });
    const [last] = (await admin.get(paths.admin.userHistory(userId))).json;
    expect(last.text).toBe(
      'Personal data erased, with what belongs to an email address that other users have too',
    );
    expect(await messageOf(contactId)).toBe('erased');
    const left = (await mails()).filter(({ recipient }) => recipient === 'bea@example.com');
    expect(left).toEqual([{ kind: 'dealerApproved', recipient: 'bea@example.com', user_id: strangerId }]);
    expect((await admin.get(paths.admin.user(strangerId))).json).toMatchObject({
      email: 'bea@example.com',
      company: 'Stranger Security',
    });
    // a rebuild reads the decision from the log
    await portal.portal.projections.rebuild('contacts');
    expect(await messageOf(contactId)).toBe('erased');
    // the list for repeating erasures after a restore says so
    const installation = await openInstallation(portal.settings, createLogger('error', process.stderr));
    onTestFinished(() => installation.close());
    const { store } = await installation.openLog({ kind: 'database' });
    const listed = (await erasedUsers(store)).find((one) => one.userId === userId);
    expect(listed?.includesWithheld).toBe(true);
  });

  // Proves I35-18
  it('does not keep the address in the details of a company that stays, where it is included', async () => {
    const { email, userId } = await impersonated('cyd');
    const { account_id: accountId } = (await admin.get(paths.admin.user(userId))).json;
    const colleague = await admin.post(paths.admin.users, {
      username: 'cyd-colleague',
      password: 'colleague-1',
      email: 'colleague@example.com',
      name: 'Co League',
      company: 'Any',
      account_id: accountId,
    });
    expect(colleague.status).toBe(201);
    const preview = await previewOf(userId);
    expect(preview.shared_companies).toMatchObject([{ id: accountId }]);
    expect(preview.withheld.contacts_of).toMatchObject([{ id: accountId }]);
    const contact = async () => (await admin.get(paths.admin.account(accountId))).json.company_email;
    expect(await contact()).toBe(email);
    expect((await erase(userId, { include_withheld: true })).status).toBe(200);
    expect(await contact()).toBe('');
  });

  it('is not asked about where nothing is withheld', async () => {
    const one = await enrol('desk-one', 'desk@example.com');
    await enrol('desk-two', 'desk@example.com');
    expect((await previewOf(one)).withheld.addresses).toEqual([]);
    const refused = await erase(one, { include_withheld: 'yes' });
    expect(refused.status).toBe(400);
    expect((await erase(one, { include_withheld: true })).status).toBe(200);
  });
});
