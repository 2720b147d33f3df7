import { type Note, paths, type TimelineEntry } from '@portal/contract';
import { MAX_MENTIONS, MAX_NOTE_FILES } from '@portal/domain/values';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Paying, startPaying } from './payments/support.ts';
import { addressed } from './security/accessRule.ts';
import { dealerRules } from './security/dealerRules.ts';
import { openRules } from './security/openRules.ts';
import { BEGIN, type Holder, makeHolder, makeOthers } from './security/records.ts';
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
  ann = await makeHolder(paying, 'ann', await makeOthers(paying, admin));
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

// Proves I39-notes-4
describe('files', () => {
  const PDF = Buffer.from('%PDF-1.7 scan of a check');
  const PNG = Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    Buffer.alloc(40_000, 7),
  ]);
  const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]);
  const attach = (
    id: string,
    raw: Buffer,
    name = 'check.pdf',
    more: Record<string, string> = {},
    by = admin,
  ) =>
    by.send('POST', `${paths.admin.noteFiles(id)}?${new URLSearchParams({ name })}`, {
      raw,
      headers: { 'Content-Type': 'application/pdf', ...more },
    });
  const stored = async (id: string) => {
    const sql = 'SELECT count(DISTINCT file_id)::int AS files FROM note_files WHERE note_id = $1';
    return (await paying.portal.database.pool.query<{ files: number }>(sql, [id])).rows[0]?.files;
  };
  const newNote = async () => (await written({ ...about('invoice'), text: 'With files' })).id;

  it('are kept with the note by what they contain, downloaded as they came, and removed', async () => {
    const id = await newNote();
    const names = ['Scheck \u2116 7 "vorn".pdf', 'po.png', 'named.pdf'] as const;
    for (const [index, content] of [PDF, PNG, JPEG].entries()) {
      const answer = await attach(id, content, names[index]);
      expect([answer.status, answer.json.error]).toEqual([201, undefined]);
      expect(answer.json.files.at(-1)).toEqual({
        id: expect.any(String),
        name: names[index],
        media_type: ['application/pdf', 'image/png', 'image/jpeg'][index],
        size: content.length,
      });
    }
    const { files }: Note = (await jo.get(paths.admin.note(id))).json;
    for (const [index, content] of [PDF, PNG, JPEG].entries()) {
      const file = await jo.get(paths.admin.noteFile(id, files[index]?.id ?? ''));
      expect([file.status, file.bytes.equals(content)]).toEqual([200, true]);
      expect(file.headers['content-type']).toBe(files[index]?.media_type);
      expect(file.headers['content-disposition']).toMatch(/^attachment; filename=/);
      expect(file.headers['x-content-type-options']).toBe('nosniff');
    }
    await paying.portal.projections.caughtUp();
    const { id: joId } = (await jo.get(paths.user)).json;
    const told: readonly TimelineEntry[] = (await admin.get(paths.admin.timeline('user', joId))).json;
    const downloads = told.filter(({ type }) => type === 'FileExported').map(({ text }) => text);
    // the names are erased with the files
    expect(downloads).toEqual(Array(3).fill('Downloaded a file of an internal note'));
    const [first] = files;
    const removed = await jo.delete(paths.admin.noteFile(id, first?.id ?? ''));
    expect(removed.json.files).toHaveLength(2);
    expect((await jo.get(paths.admin.noteFile(id, first?.id ?? ''))).status).toBe(404);
    expect((await jo.delete(paths.admin.noteFile(id, first?.id ?? ''))).status).toBe(404);
    expect(await stored(id)).toBe(2);
    expect((await admin.delete(paths.admin.note(id))).status).toBe(200);
    expect(await stored(id)).toBe(0);
    expect((await jo.get(paths.admin.noteFile(id, files[1]?.id ?? ''))).status).toBe(404);
  });

  it('of another type, too large, too many or without a name are refused, and nothing is kept of them', async () => {
    const id = await newNote();
    const none = 'Please choose a PDF, PNG or JPEG file.';
    const refusals = [
      [await attach(id, Buffer.from('MZ a program')), 422, `${none} This one is none.`],
      [await attach(id, Buffer.alloc(0)), 422, `${none} This one is none.`],
      [await attach(id, PDF, 'check.pdf', { 'Content-Type': 'text/html' }), 415, none],
      [await attach(id, PDF, ' '), 400, 'Please name the file'],
      [await attach(id, PDF, 'a\r\nb'), 400, 'Please remove line breaks and control characters'],
      [await attach(id, Buffer.concat([PDF, Buffer.alloc(10_000_001 - PDF.length)])), 413, 'at most 10 MB'],
      [await attach('nobody', PDF), 404, 'Note not found'],
    ] as const;
    for (const [answer, status, message] of refusals)
      expect([answer.status, answer.json.error]).toEqual([status, expect.stringContaining(message)]);
    expect([await stored(id), await stored('nobody')]).toEqual([0, 0]);
    const largest = Buffer.concat([PDF, Buffer.alloc(10_000_000 - PDF.length, 'x')]);
    const [kept] = (await attach(id, largest)).json.files;
    expect((await admin.get(paths.admin.noteFile(id, kept.id))).bytes.equals(largest)).toBe(true);
    for (let n = 1; n < MAX_NOTE_FILES; n += 1) expect((await attach(id, JPEG)).status).toBe(201);
    const eleventh = await attach(id, JPEG);
    expect([eleventh.status, eleventh.json.error]).toEqual([422, 'A note has at most 10 files.']);
    expect(await stored(id)).toBe(MAX_NOTE_FILES);
  });

  it("are read by their own note's path and by administrators alone", async () => {
    const [id, other] = [await newNote(), await newNote()];
    const [file] = (await attach(id, PDF)).json.files;
    expect((await admin.get(paths.admin.noteFile(other, file.id))).status).toBe(404);
    expect((await admin.delete(paths.admin.noteFile(other, file.id))).status).toBe(404);
    expect((await ann.client.get(paths.admin.noteFile(id, file.id))).status).toBe(403);
    expect((await ann.client.delete(paths.admin.noteFile(id, file.id))).status).toBe(403);
    expect((await attach(id, PDF, 'x.pdf', {}, ann.client)).status).toBe(403);
    expect((await paying.client().get(paths.admin.noteFile(id, file.id))).status).toBe(401);
    expect((await admin.get(paths.admin.noteFile(id, file.id))).status).toBe(200);
  });

  it('sent twice are kept once, sealed, and not answered once somebody changed them', async () => {
    const id = await newNote();
    const key = { 'Idempotency-Key': 'one-check' };
    const [first, again] = [await attach(id, PDF, 'check.pdf', key), await attach(id, PDF, 'check.pdf', key)];
    expect(again.json).toEqual(first.json);
    expect((await attach(id, PNG, 'check.pdf', key)).status).toBe(409);
    expect(await stored(id)).toBe(1);
    const { pool } = paying.portal.database;
    const { rows } = await pool.query<{ content: Buffer }>(
      'SELECT content FROM note_files WHERE note_id = $1',
      [id],
    );
    expect(Buffer.concat(rows.map(({ content }) => content)).includes('scan')).toBe(false);
    const events = await pool.query<{ text: string }>(
      "SELECT e::text AS text FROM es.events e WHERE e.stream = 'note-' || $1",
      [id],
    );
    expect(events.rows.map(({ text }) => text).join('\n')).not.toContain('check.pdf');
    await pool.query(
      'UPDATE note_files SET content = set_byte(content, 20, get_byte(content, 20) # 1) WHERE note_id = $1',
      [id],
    );
    expect((await admin.get(paths.admin.noteFile(id, first.json.files[0].id))).status).toBe(500);
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
