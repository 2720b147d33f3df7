import { usernameStream, userStream } from '@portal/domain';
import { expect, it } from 'vitest';
import { agree } from '../../test/agree.ts';
import { bench } from '../../test/harness.ts';
import { usernames } from './projector.ts';
import { userIdByUsernameHash } from './query.ts';

const reservedAt = '2026-01-05T12:00:00.000Z';

it('keeps the owner of a username through release and replacement', async () => {
  const test = await bench();
  const { history } = test;
  await history.add(usernameStream('freed'), [], {
    type: 'UsernameReserved',
    data: { userId: 'a', reservedAt },
  });
  await history.add(usernameStream('freed'), [], { type: 'UsernameReleased', data: { userId: 'a' } });
  await history.add(usernameStream('taken'), [], {
    type: 'UsernameReserved',
    data: { userId: 'b', reservedAt },
  });
  await history.add(usernameStream('taken'), [], {
    type: 'UsernameReserved',
    data: { userId: 'c', reservedAt },
  });
  // a late release does not affect the new owner
  await history.add(usernameStream('taken'), [], { type: 'UsernameReleased', data: { userId: 'b' } });

  expect((await agree(usernames, test)).usernames).toEqual([{ username_hash: 'taken', user_id: 'c' }]);
});

it('finds a user by the hash of the username once the user exists', async () => {
  const { history, start, pool } = await bench();
  await history.add(usernameStream('held'), [], {
    type: 'UsernameReserved',
    data: { userId: 'nobody-yet', reservedAt },
  });
  const { accountId, userId } = await history.dealer('ann');
  const runtime = await start();
  await runtime.caughtUp();

  expect(await userIdByUsernameHash(pool, 'hash-of-ann')).toBe(userId);
  expect(await userIdByUsernameHash(pool, 'held')).toBeNull();
  expect(await userIdByUsernameHash(pool, 'unknown')).toBeNull();

  const position = await history.add(userStream(userId), [accountId], {
    type: 'UserDeleted',
    data: { userId, accountId },
  });
  await runtime.waitForProjections(['users'], position);
  expect(await userIdByUsernameHash(pool, 'hash-of-ann')).toBeNull();
});
