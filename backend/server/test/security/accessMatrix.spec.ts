import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isDealerPermission, isPermission } from '@portal/contract';
import { expect, it } from 'vitest';
import { rolesDocument } from '../../src/app/docs/roles.ts';
import { accessRules, accessTable } from './accessMatrix.ts';
import { expected } from './accessRule.ts';

// Proves I8-security-doc
it('the access matrix has a row for each rule', () => {
  expect(accessTable().split('\n')).toHaveLength(accessRules.length + 2);
});

// Proves I8-access-1
it('no rule allows what the policy forbids', () => {
  for (const rule of accessRules) {
    const cells = expected(rule);
    if (rule.access === 'public') continue;
    expect(cells.visitor, rule.route).toBe(401);
    if (rule.access !== 'session') expect(cells.waiting, rule.route).toBe(403);
    if (isPermission(rule.access)) expect(cells.own, rule.route).toBe(403);
    if (isDealerPermission(rule.access) && rule.of !== undefined) expect(cells.others, rule.route).toBe(404);
    expect(rule.route.includes(' /api/admin/'), rule.route).toBe(isPermission(rule.access));
  }
});

// Proves I40-auditor
it('an auditor reads everything and changes nothing but views of lists', () => {
  const changed = accessRules.filter(
    (rule) => isPermission(rule.access) && !rule.route.startsWith('GET ') && expected(rule).auditor !== 403,
  );
  const harmless = /saved-views$|exports$|preview|rate-effect$|upkeep\/verify$/;
  expect(changed.map(({ route }) => route).filter((route) => !harmless.test(route))).toEqual([]);
  const unread = accessRules.filter(
    (rule) => isPermission(rule.access) && rule.route.startsWith('GET ') && expected(rule).auditor === 403,
  );
  expect(unread).toEqual([]);
});

// Proves I40-team
it('a viewer reads everything of the company but its team, and changes only what is its own', () => {
  const ofCompany = accessRules.filter(({ access }) => isDealerPermission(access));
  const changed = ofCompany.filter(
    (rule) => !rule.route.startsWith('GET ') && expected(rule).viewing !== 403,
  );
  const own = /^\w+ \/api\/(users\/:id|change-password|second-factor|step-up|passkeys|first-steps|view-as)/;
  expect(changed.map(({ route }) => route).filter((route) => !own.test(route))).toEqual([]);
  const unread = ofCompany.filter((rule) => rule.route.startsWith('GET ') && expected(rule).viewing === 403);
  expect(unread.map(({ route }) => route)).toEqual(['GET /api/team', 'GET /api/company-data']);
});

// Proves I40-roles
it('docs/roles.md has the permissions of today', () => {
  const file = path.join(import.meta.dirname, '../../../../docs/roles.md');
  expect(readFileSync(file, 'utf8')).toBe(rolesDocument());
});
