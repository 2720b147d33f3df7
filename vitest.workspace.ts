import { defineConfig } from 'vitest/config';
import type { Reporter, TestModule } from 'vitest/node';

/** Prints the closing line that continuous integration reads. */
const closingLine: Reporter = {
  onTestRunEnd(modules: readonly TestModule[]) {
    const count = { passed: 0, failed: 0, skipped: 0 };
    for (const module of modules) {
      if (module.state() === 'failed' && module.children.size === 0) count.failed += 1;
      for (const test of module.children.allTests()) {
        const state = test.result().state;
        if (state === 'passed' || state === 'failed' || state === 'skipped') count[state] += 1;
      }
    }
    process.stdout.write(`\n${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped\n`);
  },
};

/** The usual second is too little for what is waited for on a busy machine. */
const EXPECT = { poll: { timeout: 10_000 } };

/** One project a room: its specs stand beside the code; `*.pg.spec.ts` need PostgreSQL, started once for the run. */
const node = (name: string, root: string) => ({
  test: {
    name,
    root,
    include: ['**/*.spec.ts'],
    exclude: ['**/node_modules/**', '**/.tsbuild/**'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: EXPECT,
    // a spec file costs what it does, not what it imports
    isolate: false,
  },
});
const withPostgres = (name: string, root: string) => ({
  test: {
    ...node(name, root).test,
    globalSetup: [new URL('backend/server/test/postgresForTests.ts', import.meta.url).pathname],
  },
});

const NODE_CONDITIONS = ['module-sync', 'node', 'development|production'];

export default defineConfig({
  test: {
    reporters: ['default', closingLine],
    maxWorkers: 2,
    projects: [
      node('contract', 'backend/contract'),
      node('domain', 'backend/domain'),
      withPostgres('event-store', 'backend/event-store'),
      withPostgres('projections', 'projections'),
      node('stripe-simulator', 'backend/stripe-simulator'),
      withPostgres('server', 'backend/server'),
      withPostgres('demo', 'backend/demo'),
      node('bench', 'backend/bench'),
      withPostgres('chaos', 'backend/chaos'),
      {
        // react-admin loads react-router as Node does; without these our own imports would get a second copy of it
        resolve: { conditions: NODE_CONDITIONS },
        ssr: { resolve: { conditions: NODE_CONDITIONS, externalConditions: NODE_CONDITIONS } },
        test: {
          name: 'frontend',
          root: 'frontend',
          environment: 'jsdom',
          include: ['src/**/*.spec.ts', 'src/**/*.spec.tsx'],
          testTimeout: 60_000,
          expect: EXPECT,
        },
      },
      {
        test: {
          name: 'browser',
          root: 'frontend',
          include: ['e2e/**/*.spec.ts'],
          globalSetup: ['backend/server/test/postgresForTests.ts', 'frontend/e2e/chromium.ts'].map(
            (path) => new URL(path, import.meta.url).pathname,
          ),
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: EXPECT,
          // a whole browser on a busy machine: one slow moment is no fault, the same one twice is
          retry: process.env.CI === undefined ? 0 : 1,
        },
      },
    ],
  },
});
