import { describe, expect, it } from 'vitest';
import { type ActionName, canAccess } from './access.ts';

const admin = { id: 'a', staff_role: 'admin' } as const;
const dealer = { id: 'd', staff_role: null } as const;
const ask = (resource: string, action: string, record?: Record<string, unknown>) =>
  canAccess(admin, { resource, action, record });

describe('canAccess', () => {
  it('offers a dealer and a stranger nothing', () => {
    for (const action of ['list', 'show', 'export', 'approve', 'delete']) {
      expect(canAccess(dealer, { resource: 'users', action })).toBe(false);
      expect(canAccess(null, { resource: 'sites', action })).toBe(false);
    }
  });

  it('lets an administrator read every resource', () => {
    for (const resource of ['users', 'companies', 'sites'])
      for (const action of ['list', 'show', 'export']) expect(ask(resource, action)).toBe(true);
  });

  it('offers no more than to edit records of a resource without conditions', () => {
    const actions = ['edit', 'create', 'delete', 'approve'];
    expect(actions.filter((action) => ask('vendors', action, { id: 'v' }))).toEqual(['edit']);
    expect(ask('vendors', 'edit')).toBe(false);
  });

  // Proves S5-view-5
  it.each([
    ['approve', { id: 'u', is_approved: false, is_admin: false }, true],
    ['approve', { id: 'u', is_approved: true, is_admin: false }, false],
    ['disapprove', { id: 'u', is_approved: true, is_admin: false }, true],
    ['disapprove', { id: 'u', is_approved: false, is_admin: false }, false],
    ['disapprove', { id: 'other', is_approved: true, is_admin: true }, false],
    ['disapprove', { id: 'a', is_approved: true, is_admin: false }, false],
    ['resetSecondFactor', { id: 'u', second_factor: 'on' }, true],
    ['resetSecondFactor', { id: 'other', second_factor: 'on', is_admin: true }, true],
    ['resetSecondFactor', { id: 'u', second_factor: 'off' }, false],
    ['resetSecondFactor', { id: 'a', second_factor: 'on', is_admin: true }, false],
    ['viewAs', { id: 'u', is_approved: true, is_admin: false }, true],
    ['viewAs', { id: 'u', is_approved: false, is_admin: false }, false],
    ['viewAs', { id: 'other', is_approved: true, is_admin: true }, false],
    ['edit', { id: 'other', is_approved: true, is_admin: true }, true],
    ['delete', { id: 'u', is_approved: true, is_admin: false }, true],
    ['delete', { id: 'other', is_approved: true, is_admin: true }, false],
    ['delete', { id: 'a', is_approved: true, is_admin: false }, false],
  ])('user: %s %o -> %s', (action, record, allowed) => {
    expect(ask('users', action, record)).toBe(allowed);
  });

  // Proves S2-4-admin-1
  it.each([
    ['pending', ['approve', 'delete', 'edit']],
    ['active', ['deactivate', 'delete', 'edit']],
    ['inactive', ['reactivate', 'delete', 'edit']],
  ])('a %s site allows only %o', (status, allowed) => {
    const actions = ['approve', 'deactivate', 'reactivate', 'delete', 'edit', 'create'];
    expect(actions.filter((action) => ask('sites', action, { id: 's', status }))).toEqual(allowed);
  });

  it('a reader request can be answered while it is open', () => {
    expect(ask('sites', 'answerReaderChange', { id: 's', requested_readers: '16' })).toBe(true);
    expect(ask('sites', 'answerReaderChange', { id: 's', requested_readers: null })).toBe(false);
    expect(ask('sites', 'answerReaderChange')).toBe(false);
  });

  // Proves S2-6-admin-1
  it('only a pending migration can be approved or deleted', () => {
    for (const action of ['approve', 'delete']) {
      expect(ask('migrations', action, { id: 'g', status: 'pending' })).toBe(true);
      expect(ask('migrations', action, { id: 'g', status: 'approved' })).toBe(false);
    }
    expect(ask('migrations', 'edit', { id: 'g', status: 'pending' })).toBe(false);
    expect(ask('invoices', 'delete', { id: 'i' })).toBe(false);
  });

  it('a refund of a payment can be moved or retried where the server says so', () => {
    const refund = { can_move: false, can_retry: false };
    for (const [action, can] of [
      ['moveRefund', 'can_move'],
      ['retryRefund', 'can_retry'],
    ] as const) {
      const other = { ...refund, [can]: true };
      expect(ask('payments', action, { id: 'p', refunds: [refund, other] })).toBe(true);
      expect(ask('payments', action, { id: 'p', refunds: [refund] })).toBe(false);
      expect(ask('payments', action)).toBe(false);
    }
  });

  it.each([
    [true, ['edit', 'goLive']],
    [false, ['edit', 'backToDemo']],
  ])('a company with demo status %s allows only %o', (is_demo_account, allowed) => {
    const actions = ['edit', 'goLive', 'backToDemo', 'create', 'delete', 'approve'];
    expect(actions.filter((action) => ask('companies', action, { id: 'c', is_demo_account }))).toEqual(
      allowed,
    );
  });

  it('a message can be answered once, and mails can only be read', () => {
    expect(ask('contacts', 'answer', { id: 'm', status: 'open' })).toBe(true);
    expect(ask('contacts', 'answer', { id: 'm', status: 'answered' })).toBe(false);
    for (const action of ['edit', 'delete', 'create']) expect(ask('mails', action, { id: 'l' })).toBe(false);
  });

  it('has actions that do not compile under the name of another resource', () => {
    const known: ActionName[] = [
      { resource: 'sites', name: 'approve' },
      { resource: 'bank-lines', name: 'takeBack' },
    ];
    // @ts-expect-error: sites do not go live
    const unknown: ActionName = { resource: 'sites', name: 'goLive' };
    expect([...known, unknown].map(({ resource, name }) => ask(resource, name))).toEqual([true, true, false]);
  });

  // Proves I40-roles
  it.each([
    ['billing', ['orders refund', 'notes pin', 'contacts answer', 'collections remind']],
    [
      'support',
      ['users approve', 'users edit', 'users viewAs', 'sites edit', 'notes pin', 'contacts answer'],
    ],
    ['auditor', []],
  ] as const)('%s: of these only %o, and everything is read', (staff_role, allowed) => {
    const person = { id: 'p', staff_role };
    const user = { id: 'u', is_approved: true, is_admin: false };
    const questions = {
      'users approve': { ...user, is_approved: false },
      'users edit': user,
      'users viewAs': user,
      'users erase': user,
      'sites edit': { id: 's' },
      'orders refund': { id: 'o', refundable_amount: 1 },
      'notes pin': { id: 'n', pinned: false },
      'contacts answer': { id: 'm', status: 'open' },
      'collections remind': { id: 'i' },
      'companies goLive': { id: 'c', is_demo_account: true },
    };
    const offered = Object.entries(questions).filter(([name, record]) => {
      const [resource = '', action = ''] = name.split(' ');
      return canAccess(person, { resource, action, record });
    });
    expect(new Set(offered.map(([name]) => name))).toEqual(new Set(allowed));
    expect(canAccess(person, { resource: 'invoices', action: 'export' })).toBe(true);
  });

  it('only administrators change staff', () => {
    const record = { id: 'other', is_approved: true, is_admin: true };
    const edits = (staff_role: 'admin' | 'support') =>
      canAccess({ id: 'p', staff_role }, { resource: 'users', action: 'edit', record });
    expect([edits('admin'), edits('support')]).toEqual([true, false]);
  });

  it('decides for the whole resource without a record', () => {
    expect(ask('sites', 'approve')).toBe(true);
    expect(ask('users', 'approve')).toBe(true);
    expect(ask('companies', 'approve')).toBe(false);
    expect(ask('users', 'create')).toBe(true);
    expect(ask('sites', 'create')).toBe(true);
    expect(ask('companies', 'create')).toBe(false);
  });
});
