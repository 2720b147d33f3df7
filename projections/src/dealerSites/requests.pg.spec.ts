import { siteStream } from '@portal/domain';
import { expect, it } from 'vitest';
import { agree } from '../../test/agree.ts';
import { bench } from '../../test/harness.ts';
import { siteDetails } from '../../test/history.ts';
import { dealerSites } from './projector.ts';
import { siteById } from './query.ts';

it("keeps a reader change request until it is decided, and the site's user", async () => {
  const test = await bench();
  const { history } = test;
  const ids = (siteId: string) => ({ siteId, accountId: 'acme' });
  const ask = (siteId: string, readers: number) =>
    ({
      type: 'ReaderChangeRequested',
      data: { ...ids(siteId), userId: 'ann', readers, note: 'New wing' },
    }) as const;
  for (const site of ['asking', 'granted', 'declined', 'passed']) await history.site('acme', site);
  await history.add(siteStream('asking'), ['acme'], ask('asking', 14), ask('asking', 16));
  await history.add(siteStream('granted'), ['acme'], ask('granted', 16), {
    type: 'ReaderCountChanged',
    data: { ...ids('granted'), readers: 16 },
  });
  await history.add(siteStream('declined'), ['acme'], ask('declined', 16), {
    type: 'ReaderChangeDeclined',
    data: { ...ids('declined'), readers: 16 },
  });
  await history.add(siteStream('passed'), ['acme'], {
    type: 'SitePassedToUser',
    data: { ...ids('passed'), userId: 'bob' },
  });
  const none = { requested_readers: null, requested_readers_note: null };
  expect((await agree(dealerSites, test)).sites).toMatchObject([
    { id: 'asking', readers: 12, requested_readers: 16, requested_readers_note: 'New wing' },
    { id: 'declined', readers: 12, ...none },
    { id: 'granted', readers: 16, ...none },
    { id: 'passed', user_id: 'bob', ...none },
  ]);
});

it('flags panels raised by a dealer until an administrator saves the site', async () => {
  const { history, start, pool } = await bench();
  await history.site('acme', 'pier', { panels: 2 }, '2026-01-05');
  const runtime = await start();
  /** Panels saved by an actor of this kind; older events do not say whether they are agreed. */
  const save = async (kind: 'dealer' | 'admin', panels: number, panelsAgreed?: boolean) => {
    const event = {
      type: 'SiteDetailsChanged',
      data: { siteId: 'pier', accountId: 'acme', ...siteDetails('Pier'), panels, panelsAgreed },
    } as const;
    const [encoded] = await history.encode(['acme'], event);
    if (encoded === undefined) throw new Error('nothing was encoded');
    const metadata = { ...JSON.parse(encoded.metadata), actor: { kind, id: 'someone' } };
    const position = await history.addRaw(siteStream('pier'), {
      ...encoded,
      metadata: JSON.stringify(metadata),
    });
    await runtime.waitForProjections(['dealerSites'], position);
    return (await siteById(pool, 'pier', '2026-01-06'))?.panels_raised;
  };
  expect(await save('dealer', 2)).toBe(false);
  expect(await save('dealer', 3)).toBe(true);
  expect(await save('dealer', 1)).toBe(false);
  expect(await save('dealer', 4)).toBe(true);
  expect(await save('admin', 4)).toBe(false);
  // where the event says it, the actor does not matter
  expect(await save('admin', 5, false)).toBe(true);
  expect(await save('dealer', 5, true)).toBe(false);
});
