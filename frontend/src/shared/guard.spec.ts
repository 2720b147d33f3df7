import { describe, expect, it } from 'vitest';
import { guard, homeOf } from './guard.ts';
import { GUARDED_PEOPLE as columns, guardTable as table } from './testing/guardTable.ts';

const people = {
  loading: 'loading',
  visitor: null,
  unapproved: { is_admin: false, is_approved: false },
  dealer: { is_admin: false, is_approved: true },
  admin: { is_admin: true, is_approved: false },
} as const;

const PENDING = '/dealer-approval-pending';
const DEALER = '/dealer-dashboard';
const ADMIN = '/admin-dashboard';

describe('guard', () => {
  for (const [path, ...expected] of table) {
    // Proves S1-2-routes-1
    it(`${path} waits while the user loads`, () => expect(guard(path, people.loading)).toBe('loading'));
    columns.forEach((who, column) => {
      // Proves S1-2-guards-2
      it(`${path} as ${who}: ${expected[column]}`, () =>
        expect(guard(path, people[who])).toBe(expected[column]));
    });
  }

  // Proves I40-team
  it('leads colleagues home from pages that their role has nothing to do with', () => {
    const open = (dealer_role: 'owner' | 'ordering' | 'billing' | 'viewer') =>
      [
        '/new-site',
        '/new-site/import',
        '/site-migration',
        '/update-payment-method',
        '/team',
        '/invoicing',
      ].filter((path) => guard(path, { ...people.dealer, dealer_role }) === 'stay');
    expect(open('owner')).toHaveLength(6);
    expect(open('ordering')).toEqual(['/new-site', '/new-site/import', '/site-migration', '/invoicing']);
    expect(open('billing')).toEqual(['/update-payment-method', '/invoicing']);
    expect(open('viewer')).toEqual(['/invoicing']);
  });

  // Proves S1-2-guards-6
  it('compares segments, not substrings', () => {
    for (const path of ['/administrators', '/my-admin', '/x/admin', '/authors', '/logins', '/new-site-info'])
      expect(guard(path, null), path).toBe('stay');
  });

  // Proves S1-2-guards-6
  it('reads a path as the router does: case, doubled slashes, escapes', () => {
    for (const path of ['/Admin-Dashboard', '//admin', '/%61dmin', '/admin/', '/admin?x=1', '/admin#users'])
      expect(guard(path, people.dealer), path).toBe(DEALER);
    expect(guard('/%E0%A4%A', null)).toBe('stay');
  });

  // Proves S1-2-guards-8
  it('never redirects to a page that redirects the same person', () => {
    for (const [path] of table)
      for (const who of columns) {
        const place = guard(path, people[who]);
        if (place !== 'stay' && place !== 'loading')
          expect(guard(place, people[who]), `${path} as ${who}`).toBe('stay');
      }
  });

  it('allows an administrator who needs a second factor only settings and public pages', () => {
    const bound = { ...people.admin, second_factor: 'required' } as const;
    for (const [path, visitor, , , admin] of table) {
      const open = path === '/settings' || (visitor === 'stay' && admin === 'stay');
      expect(guard(path, bound), path).toBe(open ? 'stay' : '/settings?tab=password');
    }
    expect(guard(homeOf(bound), bound)).toBe('stay');
    expect(guard('/admin', { ...bound, second_factor: 'on' })).toBe('stay');
    expect(guard('/admin', { ...bound, second_factor: 'off' })).toBe('stay');
  });

  // Proves S1-2-guards-7, S1-4-approval-3
  it('knows each role’s home page', () => {
    expect(homeOf(people.admin)).toBe(ADMIN);
    expect(homeOf(people.dealer)).toBe(DEALER);
    expect(homeOf(people.unapproved)).toBe(PENDING);
  });
});
