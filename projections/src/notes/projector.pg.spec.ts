import { accountStream, noteStream, type PortalEvent } from '@portal/domain';
import { expect, it } from 'vitest';
import { agree } from '../../test/agree.ts';
import { bench } from '../../test/harness.ts';
import type { DataOf } from '../runtime/definition.ts';
import { notes } from './projector.ts';
import { listNotes, noteById } from './query.ts';

it('keeps what was not deleted, and nothing of an erased company', async () => {
  const test = await bench();
  const { history, pool } = test;
  const { accountId } = await history.dealer('ann', 1);
  const { accountId: other } = await history.dealer('bob', 2);
  await history.site(accountId, 's1', {}, '2026-02-01');
  const of = (noteId: string, account = accountId) => ({ noteId, accountId: account });
  const note = (noteId: string, more: Partial<DataOf<'NoteWritten'>> = {}): PortalEvent => ({
    type: 'NoteWritten',
    data: {
      ...of(noteId),
      about: 'company',
      aboutId: accountId,
      userId: 'boss',
      text: `Text of ${noteId}`,
      mentions: [],
      ...more,
    },
  });
  await history.add(noteStream('n1'), [accountId], note('n1', { about: 'site', aboutId: 's1' }), {
    type: 'NotePinned',
    data: of('n1'),
  });
  await history.add(noteStream('n2'), [accountId], note('n2', { mentions: ['jo'] }), {
    type: 'NoteEdited',
    data: { ...of('n2'), text: 'Ask @jo and @al', mentions: ['jo', 'al'] },
  });
  const file = (fileId: string) =>
    ({ ...of('n2'), fileId, mediaType: 'image/png', size: 7, sha256: 'ab' }) as const;
  await history.add(
    noteStream('n2'),
    [accountId],
    { type: 'NoteFileAdded', data: { ...file('f1'), name: 'one.png' } },
    { type: 'NoteFileAdded', data: { ...file('f2'), name: 'two.png' } },
    { type: 'NoteFileRemoved', data: { ...of('n2'), fileId: 'f1' } },
  );
  await history.add(noteStream('n3'), [accountId], note('n3'), { type: 'NoteDeleted', data: of('n3') });
  await history.add(noteStream('n4'), [other], note('n4', { ...of('n4', other), aboutId: other }));
  expect((await agree(notes, test)).notes).toMatchObject([
    { id: 'n1', pinned: true, about: 'site', about_id: 's1', author_id: 'boss', edited_at: null },
    {
      id: 'n2',
      text: 'Ask @jo and @al',
      mentions: ['jo', 'al'],
      edited_at: expect.any(String),
      files: [{ id: 'f2', name: 'two.png' }],
    },
    { id: 'n4', account_id: other },
  ]);
  await (await test.start()).caughtUp();
  expect(await noteById(pool, 'n1')).toMatchObject({ company_name: 'ann Security', about_name: 'Site s1' });
  expect(await noteById(pool, 'n3')).toBeNull();
  const ids = async (filter: object) =>
    (await listNotes(pool, { filter: { ...filter } })).rows.map(({ id }) => id);
  expect(await ids({ account_id: accountId })).toEqual(expect.arrayContaining(['n1', 'n2']));
  expect(await ids({ q: 'ann ask' })).toEqual(['n2']);
  expect(await ids({ mentions: 'al' })).toEqual(['n2']);
  expect(await ids({ mentions: 'nobody' })).toEqual([]);

  await history.add(accountStream(accountId), [accountId], {
    type: 'CompanyDataErased',
    data: {
      accountId,
      siteIds: [],
      migrationIds: [],
      orderIds: [],
      disputeIds: [],
      noteIds: ['n1', 'n2', 'n3'],
    },
  });
  // an edit by somebody who had the page open parks nothing
  await history.add(noteStream('n1'), [accountId], { type: 'NoteUnpinned', data: of('n1') });
  expect((await agree(notes, test)).notes?.map(({ id }) => id)).toEqual(['n4']);
});
