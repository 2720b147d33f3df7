import { paths, type TimelineEntry } from '@portal/contract';
import { accountStream, lookStream } from '@portal/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestPortal, type TestPortal } from './support/testPortal.ts';

let time = Date.parse('2026-12-05T15:00:00.000Z');
let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ now: () => new Date(time) });
});
afterAll(() => portal.stop());

// Proves I40-told
it('tells once a day who opened the page of a person or company, and what was exported', async () => {
  const admin = await portal.admin();
  const { user, client } = await portal.dealer('ann');
  const told = async (kind: string, id: string) => {
    await portal.portal.projections.caughtUp();
    const entries: readonly TimelineEntry[] = (await admin.get(paths.admin.timeline(kind, id))).json;
    return entries
      .filter(({ type }) => type === 'RecordLookedAt' || type === 'RowsExported')
      .map(({ text, actor }) => `${actor.name}: ${text}`);
  };
  const LOOK = 'Administrator: Opened the page of this record';
  for (let turn = 0; turn < 3; turn += 1) await admin.get(paths.admin.user(user.id));
  await admin.get(paths.admin.account(user.account_id));
  expect(await told('user', user.id)).toEqual([LOOK]);
  expect(await told('account', user.account_id)).toEqual([LOOK]);
  time += 24 * 60 * 60_000;
  const later = await portal.admin();
  await later.get(paths.admin.user(user.id));
  // a list, one's own page and a dealer's reads are no looks
  await later.get(paths.admin.users);
  const { id } = (await later.get(paths.user)).json;
  await later.get(paths.admin.user(id));
  await client.get(paths.account(user.account_id));
  const told2 = async (kind: string, of: string) => {
    await portal.portal.projections.caughtUp();
    const entries: readonly TimelineEntry[] = (await later.get(paths.admin.timeline(kind, of))).json;
    return entries.filter(({ type }) => ['RecordLookedAt', 'RowsExported', 'FileExported'].includes(type));
  };
  expect(await told2('user', user.id)).toHaveLength(2);
  expect(await told2('account', user.account_id)).toHaveLength(1);
  expect((await later.post(paths.admin.exports, { list: 'credit-notes', rows: 1 })).status).toBe(200);
  expect((await later.post(paths.admin.exports, { list: 'secrets', rows: 1 })).status).toBe(400);
  expect((await told2('user', id)).map(({ text }) => text)).toEqual(['Exported 1 row of credit notes']);
  const report = await later.get(`${paths.admin.journalDownload}?month=2026-11&mode=demo&format=csv`);
  expect(report.status).toBe(200);
  expect((await told2('user', id)).at(-1)?.text).toMatch(/^Downloaded journal-.*\.csv$/);
  // not in the company's own stream of events, nor its activity
  const looks = await portal.portal.readStream(lookStream(accountStream(user.account_id)));
  expect(looks.map(({ metadata }) => metadata.accounts)).toEqual([[]]);
});
