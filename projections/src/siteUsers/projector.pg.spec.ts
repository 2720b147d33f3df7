import { siteStream, userStream } from '@portal/domain';
import { expect, it } from 'vitest';
import { agree } from '../../test/agree.ts';
import { bench } from '../../test/harness.ts';
import { siteUsers } from './projector.ts';
import { hostsOfUsers, sitesSharedWith, usersOfSite } from './query.ts';

it('keeps shares until they end', async () => {
  const test = await bench();
  const { history } = test;
  const ids = { siteId: 'pier', accountId: 'acme' };
  await history.site('acme', 'pier');
  await history.add(
    siteStream('pier'),
    ['acme'],
    { type: 'SiteShared', data: { ...ids, userId: 'zoe', accessLevel: 'viewer' } },
    { type: 'SiteShared', data: { ...ids, userId: 'yan', accessLevel: 'viewer' } },
    { type: 'SiteShareEnded', data: { ...ids, userId: 'zoe' } },
  );
  expect((await agree(siteUsers, test)).shares).toEqual([
    {
      id: 'pier.yan',
      site_id: 'pier',
      user_id: 'yan',
      account_id: 'acme',
      access_level: 'viewer',
      created_at: '2026-01-05T12:00:00.000Z',
    },
  ]);
});

it('returns the viewers of a site and the sites of a viewer, without deleted users', async () => {
  const { history, start, pool } = await bench();
  const ann = await history.dealer('ann', 1);
  const bob = await history.dealer('bob', 2);
  const eve = await history.dealer('eve', 3);
  await history.site(ann.accountId, 'pier', { siteName: 'Pier' }, '2026-01-05');
  const share = (userId: string) =>
    ({
      type: 'SiteShared',
      data: { siteId: 'pier', accountId: ann.accountId, userId, accessLevel: 'viewer' },
    }) as const;
  await history.add(siteStream('pier'), [ann.accountId], share(bob.userId), share(eve.userId));
  await history.add(userStream(eve.userId), [eve.accountId], {
    type: 'UserDeleted',
    data: { userId: eve.userId, accountId: eve.accountId },
  });
  await (await start()).caughtUp();

  expect(await usersOfSite(pool, 'pier')).toMatchObject([
    { user_id: bob.userId, access_level: 'viewer', username: 'bob', company: 'bob Security' },
  ]);
  expect(await sitesSharedWith(pool, bob.userId, '2026-01-06')).toMatchObject([
    { id: 'pier', site_name: 'Pier', company_name: 'ann Security' },
  ]);
  expect(await sitesSharedWith(pool, ann.userId, '2026-01-06')).toEqual([]);
  expect(await hostsOfUsers(pool, [ann.userId, bob.userId])).toEqual(
    new Map([[bob.userId, new Set([ann.accountId])]]),
  );
});
