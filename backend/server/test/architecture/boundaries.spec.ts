import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** Which packages a package's own source may import (docs: imports run one way only). */
const allowed: Record<string, readonly string[]> = {
  'backend/domain': [],
  'backend/contract': ['@portal/domain/values'],
  'backend/event-store': [],
  projections: ['@portal/domain', '@portal/domain/values', '@portal/event-store'],
  'backend/server': [
    '@portal/contract',
    '@portal/domain',
    '@portal/domain/values',
    '@portal/domain/pricing',
    '@portal/event-store',
    '@portal/event-store/eventstoredb',
    '@portal/event-store/eventstoredb-login',
    '@portal/projections',
    '@portal/stripe-simulator',
  ],
  'backend/stripe-simulator': [],
  frontend: ['@portal/contract', '@portal/domain/pricing', '@portal/domain/values'],
};

/** Source files of a folder; specs and their support may look further, so they are left out. */
function sources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => /\.tsx?$/.test(path) && !/\.(spec|d)\.tsx?$/.test(path) && !path.includes('/testing/'));
}

/** Every module named by an import, an export from or a dynamic import. */
function imports(path: string): string[] {
  const text = readFileSync(path, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
  return [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*['"]([^'"]+)['"]/g)].map((match) => match[1] ?? '');
}

/** A line for each import of `folder` that goes where it must not. */
export function trespasses(folder: string, path: string, modules: readonly string[]): string[] {
  const may = allowed[folder] ?? [];
  return modules
    .filter((module) => {
      if (module.startsWith('@portal/')) return !may.includes(module);
      return module.startsWith('.') && !resolve(dirname(path), module).startsWith(join(root, folder));
    })
    .map((module) => `${relative(root, path)} imports ${module}`);
}

describe('imports run one way only', () => {
  test.each(Object.keys(allowed))('%s', (folder) => {
    const files = sources(join(root, folder, 'src'));
    expect(files.length).toBeGreaterThan(0);
    expect(files.flatMap((path) => trespasses(folder, path, imports(path)))).toEqual([]);
  });

  test('domain/values and domain/pricing know no events', () => {
    for (const folder of ['values', 'pricing']) {
      const files = sources(join(root, 'backend/domain/src', folder));
      const outward = files.flatMap((path) =>
        imports(path)
          .filter((module) => module.startsWith('.'))
          .map((module) => relative(join(root, 'backend/domain/src'), resolve(dirname(path), module)))
          .filter((target) => !/^(values|pricing)\//.test(target)),
      );
      expect(outward).toEqual([]);
    }
  });

  test('only the EventStoreDB adapter knows its client; only compose/ builds adapters', () => {
    const client = sources(join(root, 'backend/event-store/src')).filter((path) =>
      imports(path).some((module) => module.startsWith('@eventstore/db-client')),
    );
    expect(client.map((path) => relative(root, path))).toEqual([
      'backend/event-store/src/eventstoredb/appendCall.ts',
      'backend/event-store/src/eventstoredb/connection.ts',
      'backend/event-store/src/eventstoredb/connectionString.ts',
      'backend/event-store/src/eventstoredb/discovery.ts',
      'backend/event-store/src/eventstoredb/heartbeat.ts',
    ]);
    const callers = (name: RegExp) =>
      sources(join(root, 'backend/server/src'))
        .filter((path) => name.test(readFileSync(path, 'utf8')))
        .map((path) => relative(root, path));
    expect(callers(/\bcreate(Postgres|EventStoreDb|Memory)EventStore\(/)).toEqual([
      'backend/server/src/platform/eventStore/openEventStore.ts',
    ]);
    const built = callers(/\b(?:openEventStore|openLogWriter|postgresKeyRing|openCardProviders)\(/);
    expect(
      built.filter(
        (path) =>
          !path.startsWith('backend/server/src/platform/') &&
          !path.startsWith('backend/server/src/modules/payments/'),
      ),
    ).toEqual([
      'backend/server/src/app/compose/core.ts',
      'backend/server/src/app/compose/databases.ts',
      'backend/server/src/app/compose/services.ts',
    ]);
  });

  test('the check itself finds a violation', () => {
    const path = join(root, 'backend/domain/src/site/site.ts');
    expect(
      trespasses('backend/domain', path, ['@portal/server', '../../../server/src/main.ts', './events.ts']),
    ).toEqual([
      'backend/domain/src/site/site.ts imports @portal/server',
      'backend/domain/src/site/site.ts imports ../../../server/src/main.ts',
    ]);
  });
});
