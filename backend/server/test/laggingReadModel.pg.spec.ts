import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD, siteOrder, startTestPortal, type TestPortal } from './support/testPortal.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ freshnessMs: 2_000 });
});
afterAll(() => portal.stop());

/** Holds the `users` projection still while `work` runs: its checkpoint can't move. */
async function whileUsersStandStill(work: () => Promise<void>): Promise<void> {
  const client = await portal.portal.database.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query("SELECT FROM projection_generations WHERE projection = 'users' FOR UPDATE");
    await work();
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

describe('while the users read model lags', () => {
  it('a disapproved dealer cannot order in an old or a new session', async () => {
    const { client, user } = await portal.dealer('lagging');
    const admin = await portal.admin();
    await whileUsersStandStill(async () => {
      const answered = await admin.patch(`/api/admin/users/${user.id}/approval`, { isApproved: false });
      expect([answered.status, answered.headers['x-projection']]).toEqual([200, 'catching-up']);
      expect((await client.post('/api/sites', siteOrder())).status).toBe(401);
      const again = portal.client();
      const login = await again.post('/api/login', { username: 'lagging', password: PASSWORD });
      expect([login.status, login.headers['retry-after']]).toEqual([503, '1']);
      expect((await again.post('/api/sites', siteOrder())).status).toBe(401);
    });
    const later = await portal.signedIn('lagging');
    expect((await later.post('/api/sites', siteOrder())).status).toBe(403);
  });
});
