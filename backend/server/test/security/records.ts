import { randomUUID } from 'node:crypto';
import { accountStream, approvalDecider, approvalStream } from '@portal/domain';
import { newCommand } from '../../src/kernel/commandContext.ts';
import type { Paying } from '../payments/support.ts';
import { authenticator } from '../support/authenticator.ts';
import { eventually } from '../support/eventually.ts';
import type { HttpClient } from '../support/httpClient.ts';
import { issueInvoice } from '../support/invoices.ts';
import { PASSWORD, siteOrder } from '../support/testPortal.ts';
import type { Records } from './accessRule.ts';
import { migrationForm } from './dealerRules.ts';

/** A dealer signed in, with one record of each kind. */
export interface Holder {
  readonly client: HttpClient;
  readonly records: Records;
}

/** When holders come to be, and their invoices: before the months that are billed while the matrix is tried. */
export const BEGIN = new Date('2026-07-15T12:00:00.000Z');
const PAID_PERIOD = '2026-07';
const RECEIPT_PERIOD = '2026-06';
const OPEN_PERIOD = '2026-08';
const VOID_PERIOD = '2026-05';

/** Who has to do with the records of all holders. */
export interface Others {
  readonly admin: HttpClient;
  /** Sees the sites that are shared, of a company of its own. */
  readonly viewer: string;
  /** A member of staff who asks for what administrators decide about. */
  readonly asker: string;
}

export async function makeOthers(paying: Paying, admin: HttpClient): Promise<Others> {
  const asker = await admin.post('/api/admin/users', {
    ...{ username: 'asker', password: PASSWORD, name: 'Asker', email: 'asker@example.com' },
    ...{ company: 'Portal', is_admin: true, staff_role: 'billing' },
  });
  return { admin, viewer: (await paying.dealer('viewer')).user.id, asker: asker.json.id };
}

/** A fresh dealer of a fresh company, and everything of its that a route may name. */
export async function makeHolder(
  paying: Paying,
  username: string,
  { admin, viewer, asker }: Others,
): Promise<Holder> {
  const { client, user } = await paying.dealer(username);
  const made = async (method: 'post' | 'patch', path: string, body: unknown, by = client) => {
    const answered = await by[method](path, body);
    if (answered.status >= 300) throw new Error(`${path}: ${answered.status} ${answered.text}`);
    return answered.json;
  };
  const accountId = user.account_id;
  const site = (await made('post', '/api/sites', siteOrder())).id;
  await made('post', `/api/sites/${site}/users`, { username: 'viewer' });
  const migration = (await made('post', '/api/migrations', migrationForm)).id;
  await made('patch', `/api/admin/sites/${site}`, { status: 'active' }, admin);
  const order = await paying.order(accountId, 6_500);
  const card = await paying.keepCard(client);
  const email = `invited-${username}@example.com`;
  await made('post', '/api/team/invitations', { name: 'Cora Cole', email, role: 'viewer' });
  const { invitations } = (await client.get('/api/team')).json;
  const [invoice, paid] = [
    await issueInvoice(paying, { accountId, userId: user.id, period: OPEN_PERIOD }, BEGIN),
    await issueInvoice(paying, { accountId, userId: user.id, period: PAID_PERIOD }, BEGIN),
  ];
  const payment = { method: 'check', paid_on: `${PAID_PERIOD}-10`, reference: 'no. 1' };
  const settled = await made('post', `/api/admin/invoices/${paid.id}/record-payment`, payment, admin);
  const { id: shared } = await issueInvoice(
    paying,
    { accountId, userId: user.id, period: RECEIPT_PERIOD },
    BEGIN,
  );
  const check = { method: 'check', amount: '78.00', received_on: `${PAID_PERIOD}-10`, reference: 'no. 2' };
  const shares = [{ invoice_id: shared, amount: '78.00' }];
  const receipt = await made(
    'post',
    `/api/admin/accounts/${accountId}/receipts`,
    { ...check, shares },
    admin,
  );
  const { id: canceled } = await issueInvoice(
    paying,
    { accountId, userId: user.id, period: VOID_PERIOD },
    BEGIN,
  );
  const { credit_notes: notes } = await made('post', `/api/admin/invoices/${canceled}/void`, {}, admin);
  const asked = await made('post', `/api/invoices/${invoice.id}/questions`, { line: 0, question: 'Why?' });
  const about = { about: 'company', about_id: accountId };
  const note = await made('post', '/api/admin/notes', { ...about, text: 'Calls us often' }, admin);
  const scan = await admin.send('POST', `/api/admin/notes/${note.id}/files?name=check.pdf`, {
    raw: Buffer.from('%PDF-1.4 scan'),
    headers: { 'Content-Type': 'application/pdf' },
  });
  const byForm = { use_existing_payment_method: false };
  const { paymentIntentId: intent } = await made('post', `/api/invoices/${invoice.id}/pay`, byForm);
  const message = {
    contact_name: username,
    contact_email: 'vic@example.com',
    contact_subject: 'other',
    contact_message: 'Hello',
  };
  const contact = (await made('post', '/api/contact', message)).id;
  const bankLine = await importLine(admin, username);
  const [attempt, mail] = await eventually(async () => {
    const filter = encodeURIComponent(JSON.stringify({ account_id: accountId }));
    const attempts = (await admin.get(`/api/admin/payments?filter=${filter}`)).json;
    const mails = (await admin.get('/api/admin/mails')).json as { id: string; user_id: string | null }[];
    const own = mails.find(({ user_id }) => user_id === user.id);
    return attempts.length > 0 && own !== undefined ? [attempts[0].id as string, own.id] : null;
  });
  return {
    client,
    records: {
      user: user.id,
      username,
      viewer,
      account: accountId,
      invitation: invitations[0].id,
      site,
      order,
      migration,
      invoice: invoice.id,
      paid: paid.id,
      recorded: settled.payments[0].id,
      receipt: receipt.id,
      creditNote: notes[0].id,
      dispute: asked.id,
      note: note.id,
      noteFile: scan.json.files[0].id,
      approval: await askForCredit(paying, asker, accountId),
      intent,
      attempt,
      card,
      passkey: await addPasskey(client, new URL(paying.portal.url).origin),
      contact,
      mail,
      bankLine,
      alert: await openAlert(paying),
    },
  };
}

/** @returns the passkey's id */
async function addPasskey(client: HttpClient, origin: string): Promise<string> {
  await client.post('/api/step-up', { currentPassword: PASSWORD });
  const { json: options } = await client.post('/api/passkeys/options', {});
  await client.post('/api/passkeys', { name: 'Laptop', response: authenticator(origin).register(options) });
  return (await client.get('/api/passkeys')).json[0].id;
}

/** A credit that waits for a second person. @returns its id */
async function askForCredit({ portal }: Paying, requestedBy: string, accountId: string): Promise<string> {
  const context = newCommand(BEGIN, { kind: 'admin', id: requestedBy }, 'fixture');
  const approvalId = context.id;
  await portal.commands.execute({
    stream: approvalStream(approvalId),
    decider: approvalDecider,
    command: {
      ...{ type: 'RequestApproval', approvalId, kind: 'credit', cents: 100, accountId, requestedBy },
      ...{ about: accountStream(accountId), reason: null, query: {}, plainBody: null },
      ...{ route: 'POST /api/admin/accounts/:id/charges', params: { id: accountId } },
      body: JSON.stringify({ text: 'Goodwill', amount: '-1', reason: 'Outage' }),
    },
    context,
    accounts: [accountId],
  });
  return approvalId;
}

/** A line of a bank's file, of the amount of the holder's receipt. @returns its id */
function importLine(admin: HttpClient, text: string): Promise<string> {
  const mapping = {
    ...{ date: 0, text: [1], amount: 2, direction: null, reference: null },
    ...{ dateFormat: 'ymd', decimal: '.' },
  };
  const path = `/api/admin/bank-files?${new URLSearchParams({ mapping: JSON.stringify(mapping) })}`;
  const filter = encodeURIComponent(JSON.stringify({ q: text }));
  // one file at a time: another holder's may be read
  return eventually(async () => {
    await admin.send('POST', path, {
      raw: Buffer.from(`Date,Description,Amount\n${PAID_PERIOD}-10,DEPOSIT ${text},78.00\n`),
      headers: { 'Content-Type': 'text/csv' },
    });
    const [line] = (await admin.get(`/api/admin/bank-lines?filter=${filter}`)).json as { id: string }[];
    return line?.id ?? null;
  });
}

/** An alert as the portal's own checks would have opened it. @returns its id */
async function openAlert({ portal }: Paying): Promise<string> {
  const id = randomUUID();
  await portal.database.pool.query(
    `INSERT INTO alerts (id, kind, subject, mark, severity, title, todo, link_path, link_label, opened_at, last_seen)
     VALUES ($1::uuid, 'dead_mail', $1::text, '1', 'warning', 'A mail was given up.', 'Look at it.', '/mails', 'Mails', now(), now())`,
    [id],
  );
  return id;
}

/** Ids of the right form that name nothing. */
export function unknownRecords(): Records {
  const account = randomUUID();
  const invoice = `${account}_${OPEN_PERIOD}`;
  return {
    user: randomUUID(),
    username: 'not-there',
    viewer: randomUUID(),
    account,
    invitation: randomUUID(),
    site: randomUUID(),
    order: randomUUID(),
    migration: randomUUID(),
    invoice,
    paid: `${account}_${PAID_PERIOD}`,
    creditNote: 'CN-202601-9999',
    dispute: `${invoice}.0`,
    note: randomUUID(),
    noteFile: randomUUID(),
    approval: randomUUID(),
    intent: `pi_${randomUUID().replaceAll('-', '')}`,
    attempt: randomUUID(),
    card: `pm_${randomUUID().replaceAll('-', '')}`,
    passkey: randomUUID(),
    recorded: randomUUID(),
    receipt: randomUUID(),
    contact: randomUUID(),
    mail: randomUUID(),
    bankLine: `${PAID_PERIOD}-10_none`,
    alert: randomUUID(),
  };
}
