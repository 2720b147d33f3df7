import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { circles, importsOf, line, upward } from './importGraph.ts';

/** The folders of two packages, lowest first. */
const PACKAGES = {
  'backend/domain': [
    'values',
    'pricing',
    'kernel',
    'rates',
    'account',
    'user',
    'username',
    'dealerId',
    'site',
    'migration',
    'order',
    'payment',
    'billing',
    'billingRun',
    'invoiceNumbers',
    'invoice',
    'dispute',
    'contact',
    'logSeal',
    'records.ts',
    'events.ts',
    'index.ts',
  ],
  projections: [
    'runtime',
    'query',
    'logIndex',
    'accounts',
    'projectedInvoices',
    'users',
    'usernames',
    'dealerIds',
    'siteActivity',
    'orders',
    'dealerSites',
    'siteUsers',
    'migrations',
    'payments',
    'savedCards',
    'invoices',
    'invoiceLines',
    'billingFacts',
    'billingSummary',
    'disputes',
    'contacts',
    'erasure',
    'overview',
    'portalProjections.ts',
    'status.ts',
    'startProjections.ts',
    'index.ts',
  ],
};

describe.each(Object.entries(PACKAGES))('the folders of %s', (name, order) => {
  const found = importsOf(fileURLToPath(new URL(`../../../../${name}/src`, import.meta.url)));

  it('are known', () => {
    const tops = found.flatMap(({ from, to }) => [from, to]).map((path) => path.split('/')[0]);
    expect([...new Set(tops)].sort()).toEqual([...order].sort());
  });

  it('import only lower folders', () => {
    expect(upward(found, order).map(line)).toEqual([]);
  });

  it('have no import cycles of files', () => {
    expect(circles(found, (path) => path)).toEqual([]);
  });
});
