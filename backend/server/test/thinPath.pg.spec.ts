import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registration, siteOrder, startTestPortal, type TestPortal } from './support/testPortal.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.stop());

describe('register, approve, order, approve, see it billed', () => {
  it('works over HTTP', async () => {
    const dealer = portal.client();
    const registered = await dealer.post('/api/register', registration('ann'));
    expect(registered.status).toBe(201);
    expect(registered.json).toMatchObject({
      username: 'ann',
      company: 'Doe Security',
      is_admin: false,
      is_approved: false,
      dealer_id: null,
      default_reader_rate: 6.5,
      agreeToTerms: true,
    });
    expect(registered.text).not.toMatch(/password|hash|secret/i);
    expect(registered.headers['x-log-position']).toBeTruthy();
    expect(registered.headers['x-projection']).toBeUndefined();

    // registering signed the dealer in; until the approval there is only the user itself and logout
    const { clock, ...user } = (await dealer.get('/api/user')).json;
    expect(user).toEqual(registered.json);
    expect(clock.time_zone).toBe(portal.settings.billingTimeZone);
    expect(Math.abs(Date.parse(clock.now) - Date.now())).toBeLessThan(60_000);
    expect((await dealer.get('/api/sites')).status).toBe(403);

    const admin = await portal.admin();
    const pending = await admin.get('/api/admin/pending-users');
    expect(pending.json.map((user: { username: string }) => user.username)).toEqual(['ann']);
    const approved = await admin.patch(`/api/admin/users/${registered.json.id}/approval`, {
      isApproved: true,
    });
    expect(approved.status).toBe(200);
    expect(approved.json).toMatchObject({
      is_approved: true,
      dealer_id: 'KS0001',
      projected_monthly_invoice_cents: 0,
    });
    expect((await admin.get(`/api/admin/accounts/${registered.json.account_id}`)).json).toMatchObject({
      dealer_id: 'KS0001',
      company_name: 'Doe Security',
      default_reader_rate: 6.5,
    });

    const again = await portal.signedIn('ann');
    const ordered = await again.post('/api/sites', siteOrder());
    expect(ordered.status).toBe(201);
    expect(ordered.json).toMatchObject({
      site_name: 'Harbor Gate',
      status: 'pending',
      number_of_readers: '12',
      number_of_acu_panels: '1',
      software_version: 'aurora',
      is_active: true,
    });
    expect((await again.get('/api/sites?status=pending')).json).toHaveLength(1);
    expect((await again.get('/api/sites?status=active')).json).toHaveLength(0);

    const active = await admin.patch(`/api/admin/sites/${ordered.json.id}`, { status: 'active' });
    expect(active.status).toBe(200);
    expect(active.json.status).toBe('active');
    expect((await again.get('/api/sites?status=active')).json).toHaveLength(1);
    const listed = await admin.get('/api/admin/users?filter=%7B%22q%22%3A%22KS0001%22%7D');
    expect(listed.json).toHaveLength(1);
    expect(listed.json[0]).toMatchObject({
      active_sites: 1,
      total_readers: 12,
      projected_monthly_invoice_cents: 7_800,
    });
  });
});
