import { describe, expect, it } from 'vitest';
import { canAccess } from './canAccess.ts';

const admin = { id: 'a', is_admin: true };
const dealer = { id: 'd', is_admin: false };
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

  it.each([
    ['approve', { id: 'u', is_approved: false, is_admin: false }, true],
    ['approve', { id: 'u', is_approved: true, is_admin: false }, false],
    ['disapprove', { id: 'u', is_approved: true, is_admin: false }, true],
    ['disapprove', { id: 'u', is_approved: false, is_admin: false }, false],
    ['disapprove', { id: 'other', is_approved: true, is_admin: true }, false],
    ['disapprove', { id: 'a', is_approved: true, is_admin: false }, false],
    ['delete', { id: 'u', is_approved: true, is_admin: false }, false],
  ])('user: %s %o -> %s', (action, record, allowed) => {
    expect(ask('users', action, record)).toBe(allowed);
  });

  it.each([
    ['pending', ['approve']],
    ['active', ['deactivate']],
    ['inactive', ['reactivate']],
  ])('a %s site takes %o alone', (status, allowed) => {
    const verbs = ['approve', 'deactivate', 'reactivate', 'delete', 'edit'];
    expect(verbs.filter((verb) => ask('sites', verb, { id: 's', status }))).toEqual(allowed);
  });

  it('answers for the resource as a whole where no record is named', () => {
    expect(ask('sites', 'approve')).toBe(true);
    expect(ask('users', 'approve')).toBe(true);
    expect(ask('companies', 'approve')).toBe(false);
  });
});
