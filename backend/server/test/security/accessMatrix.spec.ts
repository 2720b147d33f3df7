import { expect, it } from 'vitest';
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
    if (rule.access === 'admin') expect(cells.own, rule.route).toBe(403);
    if (rule.access === 'approved' && rule.of !== undefined) expect(cells.others, rule.route).toBe(404);
    expect(rule.route.includes(' /api/admin/'), rule.route).toBe(rule.access === 'admin');
  }
});
