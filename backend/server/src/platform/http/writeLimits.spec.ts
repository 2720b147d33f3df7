import { expect, it } from 'vitest';
import type { Caller } from './route.ts';
import { writeLimits } from './writeLimits.ts';

const dealer = (id: string, accountId: string): Caller => ({
  id,
  username: id,
  isAdmin: false,
  staffRole: null,
  isApproved: true,
  dealerRole: 'owner',
  accountId,
  needsSecondFactor: false,
});
const admin = (id: string): Caller => ({ ...dealer(id, ''), isAdmin: true, accountId: null });

/** Makes so many changes. @throws HttpProblem where one of them is refused */
async function change(limit: ReturnType<typeof writeLimits>, caller: Caller, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) await limit(caller);
}

// Proves I35-20
it('a dealer may make 120 changes a minute', async () => {
  const limit = writeLimits();
  await change(limit, dealer('ann', 'a1'), 120);
  await expect(limit(dealer('ann', 'a1'))).rejects.toMatchObject({ status: 429 });
  await limit(dealer('bob', 'a1'));
});

// Proves I35-20
it('the users of a company may make 300 changes a minute together', async () => {
  const limit = writeLimits();
  for (const id of ['ann', 'bob', 'cleo']) await change(limit, dealer(id, 'a1'), 100);
  await expect(limit(dealer('dora', 'a1'))).rejects.toMatchObject({ status: 429 });
  await limit(dealer('emil', 'a2'));
});

// Proves I35-20
it('an administrator may make 1,200 changes a minute', async () => {
  const limit = writeLimits();
  await change(limit, admin('root'), 1_200);
  await expect(limit(admin('root'))).rejects.toMatchObject({ status: 429 });
  await limit(admin('other'));
});
