import { type Note, paths } from '@portal/contract';
import { MAX_MENTIONS } from '@portal/domain/values';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Paying, startPaying } from './payments/support.ts';
import { addressed } from './security/accessRule.ts';
import { dealerRules } from './security/dealerRules.ts';
import { openRules } from './security/openRules.ts';
import { BEGIN, type Holder, makeHolder, makeViewer } from './security/records.ts';
import { eventually } from './support/eventually.ts';
import type { HttpClient } from './support/httpClient.ts';
import { PASSWORD } from './support/testPortal.ts';

let paying: Paying;
let admin: HttpClient;
let jo: HttpClient;
let joId: string;
let ann: Holder;

beforeAll(async () => {
  paying = await startPaying({ now: () => BEGIN });
  admin = await paying.admin();
  const made = await admin.post('/api/admin/users', {
    ...{ username: 'joan', password: PASSWORD, email: 'joan@example.com', name: 'Jo Roe' },
    ...{ company: 'Portal', is_admin: true },
  });
  expect([made.status, made.json.error]).toEqual([201, undefined]);
  joId = made.json.id;
  jo = await paying.signedIn('joan', PASSWORD);
  ann = await makeHolder(paying, 'ann', { admin, viewer: await makeViewer(paying) });
}, 120_000);
afterAll(() => paying.stop());

const write = (body: object, by = admin) => by.post(paths.admin.notes, body);
async function written(body: object, by = admin): Promise<Note> {
  const answer = await write(body, by);
  expect([answer.status, answer.json.error]).toEqual([201, undefined]);
  return answer.json;
}
const about = (kind: 'company' | 'site' | 'invoice' | 'dispute') => ({
  about: kind,
  about_id: ann.records[kind === 'company' ? 'account' : kind],
});
const listed = async (filter: object): Promise<Note[]> => {
  const query = new URLSearchParams({ filter: JSON.stringify(filter), sort: '["pinned","DESC"]' });
  const answer = await admin.get(`${paths.admin.notes}?${query}`);
  expect([answer.status, answer.json.error]).toEqual([200, undefined]);
  return answer.json;
};
const mailsTo = async (recipient: string) =>
  (
    (await admin.get(paths.admin.mails)).json as {
      id: string;
      kind: string;
      recipient: string;
      subject: string;
    }[]
  ).filter((mail) => mail.kind === 'noteMention' && mail.recipient === recipient);

// Proves I39-notes-1
describe('notes of administrators', () => {
  it('are kept about companies, sites, invoices and questions, pinned ones first', async () => {
    const account_id = ann.records.account;
    for (const kind of ['company', 'site', 'invoice', 'dispute'] as const) {
      const note = await written({ ...about(kind), text: ` Seen on the ${kind} ` });
      expect(note).toMatchObject({ ...about(kind), account_id, text: `Seen on the ${kind}`, pinned: false });
      const one = await admin.get(paths.admin.note(note.id));
      expect([one.status, one.json]).toEqual([200, note]);
    }
    // written at one moment: in no order
    const names = new Map((await listed({ account_id })).map((note) => [note.about, note.about_name]));
    expect(Object.fromEntries(names)).toEqual({
      company: null,
      site: expect.any(String),
      invoice: expect.stringMatching(/^INV-/),
      dispute: expect.stringMatching(/ on INV-/),
    });
    const [site] = await listed(about('site'));
    const id = site?.id ?? '';
    // by somebody else than the author
    expect((await jo.patch(paths.admin.note(id), { pinned: true })).json).toMatchObject({ pinned: true });
    expect((await listed({ account_id }))[0]).toMatchObject({ about: 'site', pinned: true });
    expect(await listed(about('site'))).toMatchObject([{ id, author_name: expect.any(String) }]);
    expect((await admin.patch(paths.admin.note(id), { pinned: false })).json).toMatchObject({
      pinned: false,
    });
  });

  it('are edited by their author alone, and deleted by any administrator', async () => {
    const { id } = await written({ ...about('site'), text: 'Gate code is on file' });
    const refused = await jo.patch(paths.admin.note(id), { text: 'Something else' });
    expect([refused.status, refused.json.error]).toEqual([403, 'Only its author may edit a note.']);
    const edited = await admin.patch(paths.admin.note(id), { text: 'No gate code', pinned: true });
    expect(edited.json).toMatchObject({ text: 'No gate code', pinned: true, edited_at: BEGIN.toISOString() });
    expect((await jo.delete(paths.admin.note(id))).status).toBe(200);
    for (const gone of [
      await admin.get(paths.admin.note(id)),
      await admin.patch(paths.admin.note(id), { pinned: false }),
      await admin.delete(paths.admin.note(id)),
    ])
      expect([gone.status, gone.json.error]).toEqual([404, 'Note not found']);
  });

  it('refuse bad input with messages', async () => {
    const refusals = [
      [{ ...about('company'), text: ' ' }, 400, 'Please write a note'],
      [about('company'), 400, 'Please write a note'],
      [{ ...about('company'), text: 'x'.repeat(5_001) }, 400, 'Please use at most 5000 characters'],
      [{ about: 'order', about_id: ann.records.order, text: 'x' }, 400, 'about is one of'],
      [{ about: 'company', text: 'x' }, 400, 'Please name the record'],
      [{ about: 'company', about_id: 'nobody', text: 'x' }, 404, 'Company not found'],
      [{ about: 'site', about_id: ann.records.invoice, text: 'x' }, 404, 'Site not found'],
      [{ about: 'invoice', about_id: 'no-invoice', text: 'x' }, 404, 'Invoice not found'],
      [{ about: 'dispute', about_id: `${ann.records.invoice}.7`, text: 'x' }, 404, 'Question not found'],
    ] as const;
    for (const [body, status, message] of refusals) {
      const answer = await write(body);
      expect([answer.status, answer.json.error], JSON.stringify(body).slice(0, 100)).toEqual([
        status,
        expect.stringContaining(message),
      ]);
    }
    const { id } = await written({ ...about('company'), text: 'To be changed' });
    expect((await admin.patch(paths.admin.note(id), {})).status).toBe(400);
    expect((await admin.patch(paths.admin.note(id), { pinned: 'yes' })).status).toBe(400);
    expect((await admin.get(`${paths.admin.notes}?filter={"words":"x"}`)).status).toBe(400);
    expect((await admin.get(`${paths.admin.notes}?filter={"mentions":["x"]}`)).status).toBe(400);
  });

  it('are sealed in the log', async () => {
    await written({ ...about('company'), text: 'Sealedwords of a note' });
    const { rows } = await paying.portal.database.pool.query<{ text: string }>(
      "SELECT e::text AS text FROM es.events e WHERE e.stream LIKE 'note-%'",
    );
    expect(rows.length).toBeGreaterThan(0);
    const text = rows.map((row) => row.text).join('\n');
    expect(text).not.toContain('Sealedwords');
    expect(text).not.toContain(Buffer.from('Sealedwords').toString('hex'));
  });
});

// Proves I39-notes-2
describe('a mention', () => {
  it('mails an administrator once, and lists the note', async () => {
    const text = 'Please call them, @JOAN. (@admin knows; ask ann@jo or @ann)';
    const note = await written({ ...about('invoice'), text });
    expect(note).toMatchObject({ text: text.replace('@JOAN', '@joan'), mentions: [joId, note.author_id] });
    const [mail] = await eventually(async () => {
      const found = await mailsTo('joan@example.com');
      return found.length > 0 ? found : null;
    });
    expect(mail?.subject).toMatch(/mentioned you in a note about INV-/);
    const { text: sent } = (await admin.get(paths.admin.mail(mail?.id ?? ''))).json;
    expect(sent).toContain('Please call them, @joan.');
    expect(sent).toContain(
      `/admin-dashboard/invoices/${encodeURIComponent(ann.records.invoice)}/show?tab=notes`,
    );
    expect((await listed({ mentions: joId })).map(({ id }) => id)).toEqual([note.id]);
    const counts = new URLSearchParams({ list: 'notes', tabs: JSON.stringify([{ mentions: joId }, {}]) });
    expect((await admin.get(`/api/admin/counts?${counts}`)).json[0]).toBe(1);

    // mentioned before, and by herself
    await admin.patch(paths.admin.note(note.id), { text: '@joan has called' });
    await written({ ...about('company'), text: '@joan writes herself' }, jo);
    await written({ ...about('company'), text: '@joan again' });
    await eventually(async () => ((await mailsTo('joan@example.com')).length >= 2 ? true : null));
    expect(await mailsTo('joan@example.com')).toHaveLength(2);
    expect(await mailsTo('admin@localhost')).toEqual([]);
  });

  it('is of at most twenty people', async () => {
    const names = Array.from({ length: MAX_MENTIONS + 1 }, (_, n) => `boss${n}`);
    for (const username of names) {
      const user = {
        username,
        password: PASSWORD,
        email: `${username}@example.com`,
        name: username,
        company: 'Portal',
      };
      expect((await admin.post('/api/admin/users', { ...user, is_admin: true })).status).toBe(201);
    }
    const answer = await write({ ...about('company'), text: names.map((name) => `@${name}`).join(' ') });
    expect([answer.status, answer.json.error]).toEqual([422, 'Please mention at most 20 administrators']);
  });

  it('follows the username, and names nobody who is gone', async () => {
    const boss = (
      await admin.get(`/api/admin/users?filter=${encodeURIComponent('{"q":"boss1"}')}`)
    ).json.find(({ username }: { username: string }) => username === 'boss1');
    const { id } = await written({ ...about('company'), text: 'Ask @boss1' });
    const textNow = async () => (await admin.get(paths.admin.note(id))).json.text;
    expect((await admin.patch(paths.admin.user(boss.id), { username: 'chief' })).status).toBe(200);
    expect(await textNow()).toBe('Ask @chief');
    expect(
      (await admin.patch(paths.admin.user(boss.id), { is_admin: false, account_id: ann.records.account }))
        .status,
    ).toBe(200);
    expect((await admin.delete(paths.admin.user(boss.id))).status).toBe(200);
    expect(await textNow()).toBe('Ask @former-user');
  });
});

// Proves I39-notes-3
it('no route of a dealer says a word of notes', async () => {
  const MARK = 'Neverfordealers';
  for (const kind of ['company', 'site', 'invoice', 'dispute'] as const)
    await written({ ...about(kind), text: `${MARK} @joan` });
  await paying.portal.projections.caughtUp();
  const reads = [...openRules, ...dealerRules].filter(
    // a stream of events does not end
    ({ route }) => route.startsWith('GET ') && route !== 'GET /api/events',
  );
  expect(reads.length).toBeGreaterThan(30);
  for (const rule of reads) {
    const answer = await ann.client.get(addressed(rule, ann.records).path);
    expect(answer.text, rule.route).not.toMatch(/Neverfordealers|NoteWritten/);
  }
  expect(
    (await admin.get(`${paths.admin.timeline('account', ann.records.account)}?scope=all`)).text,
  ).toContain(MARK);
});
