import { contactStream } from '@portal/domain';
import { expect, it } from 'vitest';
import { agree } from '../../test/agree.ts';
import { bench } from '../../test/harness.ts';
import { contacts } from './projector.ts';
import { contactById, listContacts } from './query.ts';

it('keeps one row per message, open until answered', async () => {
  const test = await bench();
  const { history } = test;
  const receive = (contactId: string, name: string, subject: string) =>
    history.add(contactStream(contactId), [], {
      type: 'ContactMessageReceived',
      data: { contactId, name, email: `${name}@example.com`, phone: null, subject, message: `From ${name}` },
    });
  await receive('c1', 'vic', 'support');
  await receive('c2', 'wes', 'other');
  await history.add(contactStream('c1'), [], { type: 'ContactMessageAnswered', data: { contactId: 'c1' } });

  expect((await agree(contacts, test)).contacts).toMatchObject([
    { id: 'c1', status: 'answered', answered_at: '2026-01-05T12:00:00.000Z', message: 'From vic' },
    { id: 'c2', status: 'open', answered_at: null, phone: null, subject: 'other' },
  ]);
  const ids = async (filter: Record<string, unknown>) =>
    (await listContacts(test.pool, { filter, sort: ['id', 'ASC'] })).rows.map(({ id }) => id);
  expect(await ids({ status: 'open' })).toEqual(['c2']);
  expect(await ids({ q: 'VIC@' })).toEqual(['c1']);
  expect(await ids({ contact_subject: ['other', 'support'] })).toEqual(['c1', 'c2']);
  expect(await contactById(test.pool, 'c2')).toMatchObject({ name: 'wes', email: 'wes@example.com' });
  expect(await contactById(test.pool, 'nobody')).toBeNull();
});
