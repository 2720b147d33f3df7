import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { circles, importsOf, line, upward } from './importGraph.ts';

const PROJECT = fileURLToPath(new URL('../../../../', import.meta.url));
/** The package that a statement imports; not one that a text names. */
const IMPORTED = /^(?:(?:import|export)\b[^'"\n]*|\} from |.*\bimport\()['"]@portal\/([\w-]+)/gm;

/** The folders of two packages, lowest first. */
const PACKAGES = {
  'backend/domain': [
    'values',
    'pricing',
    'kernel',
    'rates',
    'account',
    'tax',
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
    'creditNote',
    'receipt',
    'payout',
    'bank',
    'journal',
    'books',
    'dispute',
    'note',
    'approval',
    'given',
    'look',
    'contact',
    'logSeal',
    'records.ts',
    'events.ts',
    'givenAway.ts',
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
    'creditNotes',
    'journal',
    'invoiceLines',
    'receipts',
    'receivables',
    'companies',
    'bankLines',
    'billingFacts',
    'billingSummary',
    'disputes',
    'notes',
    'approvals',
    'collections',
    'contacts',
    'erasure',
    'overview',
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

// Proves I36-packages
it('no package imports one that imports it, not even in specs and scripts', () => {
  const { workspaces } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')) as {
    readonly workspaces: readonly string[];
  };
  const listed = ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx'];
  const found = execFileSync('git', listed, { cwd: PROJECT, encoding: 'utf8' })
    .split('\n')
    .flatMap((file) => {
      const from = workspaces.find((folder) => file.startsWith(`${folder}/`));
      const path = join(PROJECT, file);
      if (from === undefined || !existsSync(path)) return [];
      const modules = [...readFileSync(path, 'utf8').matchAll(IMPORTED)];
      return modules.map(([, to = '']) => ({ from: basename(from), to }));
    });
  expect(found.length).toBeGreaterThan(1_000);
  expect(circles(found, (name) => name)).toEqual([]);
});
