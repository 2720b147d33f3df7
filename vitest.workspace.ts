import { defineConfig } from 'vitest/config';
import type { Reporter, TestModule } from 'vitest/node';

/** Prints the closing line that continuous integration reads. */
const closingLine: Reporter = {
  onTestRunEnd(modules: readonly TestModule[]) {
    const count = { passed: 0, failed: 0, skipped: 0 };
    for (const module of modules) {
      // a file that can't be loaded, or a hook that failed: its tests are only skipped
      const parts = [module, ...module.children.allSuites()];
      count.failed += parts.filter((part) => part.errors().length > 0).length;
      for (const test of module.children.allTests()) {
        const state = test.result().state;
        if (state === 'passed' || state === 'failed' || state === 'skipped') count[state] += 1;
      }
    }
    process.stdout.write(`\n${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped\n`);
  },
};

/** The usual second is too little for what is waited for on a busy machine. */
const EXPECT = { poll: { timeout: 30_000 } };

/**
 * `npm test` runs every spec but `*.deep.spec.ts`. `npm run test:deep` runs those, the domain's properties with a drawn
 * seed, and the browser's specs in all color schemes and widths (TEST_TIER=deep). A chaos run picks from `all`.
 */
const TIER = process.env.TEST_TIER ?? 'change';
const DEEP_SPECS = '**/*.deep.spec.ts';
const tier = (all: readonly string[], deep: readonly string[]) => ({
  include: [...(TIER === 'deep' ? deep : all)],
  exclude: ['**/node_modules/**', '**/.tsbuild/**', ...(TIER === 'change' ? [DEEP_SPECS] : [])],
});
const file = (path: string) => new URL(path, import.meta.url).pathname;
const SEED = file('backend/domain/test/seed.ts');
/** PostgreSQL for `*.pg.spec.ts` and the browser's specs, started once for the run. */
const POSTGRES = file('backend/server/test/postgresForTests.ts');

const NODE_CONDITIONS = ['module-sync', 'node', 'development|production'];

export default defineConfig({
  test: {
    reporters: ['default', closingLine],
    // for two cores: a worker waits a quarter of its time for a browser, PostgreSQL or another portal
    maxWorkers: 3,
    projects: [
      {
        test: {
          // one project for all packages without pages: a worker loads each module once
          name: 'node',
          ...tier(
            ['backend/**/*.spec.ts', 'projections/**/*.spec.ts'],
            [`backend/${DEEP_SPECS}`, `projections/${DEEP_SPECS}`, 'backend/domain/**/*.spec.ts'],
          ),
          globalSetup: [POSTGRES],
          setupFiles: [SEED],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: EXPECT,
          // a spec file costs what it does, not what it imports
          isolate: false,
        },
      },
      {
        // react-admin loads react-router as Node does; without these our own imports would get a second copy of it
        resolve: { conditions: NODE_CONDITIONS },
        ssr: { resolve: { conditions: NODE_CONDITIONS, externalConditions: NODE_CONDITIONS } },
        test: {
          name: 'frontend',
          root: 'frontend',
          environment: 'jsdom',
          ...tier(['src/**/*.spec.ts', 'src/**/*.spec.tsx'], []),
          setupFiles: [SEED, 'src/shared/testing/setup.ts'],
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: EXPECT,
        },
      },
      {
        test: {
          name: 'browser',
          root: 'frontend',
          ...tier(['e2e/**/*.spec.ts'], ['e2e/**/*.spec.ts']),
          globalSetup: [POSTGRES, file('frontend/e2e/chromium.ts')],
          testTimeout: 240_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 60_000 } },
          // one Chromium a worker (e2e/support.ts)
          isolate: false,
        },
      },
    ],
  },
});
