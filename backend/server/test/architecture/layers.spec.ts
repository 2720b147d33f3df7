import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { circles, type Import, importsOf, line, upward } from './importGraph.ts';

const SOURCE = fileURLToPath(new URL('../../src', import.meta.url));

/** Lowest first: each layer imports itself and those before it. */
const LAYERS = ['kernel', 'platform', 'modules', 'app'];
/** Lowest first: each module imports those before it. */
const MODULES = [
  'companies',
  'users',
  'payments',
  'orders',
  'sites',
  'migrations',
  'invoices',
  'billing',
  'books',
  'disputes',
  'notes',
  'approvals',
  'contacts',
  'audit',
  'reports',
  'erasure',
  'operations',
];

const LEVELS = LAYERS.flatMap((layer) =>
  layer === 'modules' ? MODULES.map((name) => `modules/${name}`) : [layer],
);

const moduleOf = (path: string) => (path.startsWith('modules/') ? (path.split('/')[1] ?? null) : null);
/** What must not depend on each other in a circle: the layers' own folders. */
const folderOf = (path: string) => path.split('/').slice(0, 2).join('/');

/** Imports of another module, or of one by `app`, that go past its face. */
export function pastAFace(imports: readonly Import[]): string[] {
  return imports
    .filter(({ from, to }) => {
      const [own, other] = [moduleOf(from), moduleOf(to)];
      const outside = own !== other && (own !== null || from.startsWith('app/'));
      return outside && other !== null && to !== `modules/${other}/module.ts`;
    })
    .map(line);
}

/** What the portal's business is about; `Sec-Fetch-Site` and an order of rows are something else. */
const BUSINESS =
  /\b(?:[a-z]+S|s)ites?(?:[A-Z]\w*)?\b|\bSite[A-Z]\w*|invoice|dispute|promotion|receipt|\border(?:s|Id)\b/i;

/** Lines of a source, without comments, that speak of the business. */
export function businessIn(source: string): string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  return code
    .split('\n')
    .filter((text) => BUSINESS.test(text.replace(/Sec-Fetch-Site|cross-site|another site/g, '')));
}

const imports = importsOf(SOURCE);

describe('the layers of the server', () => {
  it('are kernel, platform, modules and app, with known modules', () => {
    expect(imports.length).toBeGreaterThan(1_000);
    const known = new Set(imports.map(({ from }) => from));
    expect([...new Set([...known].map((path) => path.split('/')[0]))].sort()).toEqual([...LAYERS].sort());
    expect([...new Set([...known].flatMap((path) => moduleOf(path) ?? []))].sort()).toEqual(
      [...MODULES].sort(),
    );
  });

  it('import only lower layers', () => {
    expect(upward(imports, LEVELS)).toEqual([]);
  });

  it('have no business terms in the platform', () => {
    const found = readdirSync(join(SOURCE, 'platform'), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.ts$/.test(name) && !/\.spec\.ts$/.test(name))
      .flatMap((name) =>
        businessIn(readFileSync(join(SOURCE, 'platform', name), 'utf8')).map((text) => `${name}: ${text}`),
      );
    expect(found).toEqual([]);
  });

  it('import another module only through its module.ts', () => {
    expect(pastAFace(imports)).toEqual([]);
  });

  it('have no import cycles of folders or files', () => {
    expect(circles(imports, folderOf)).toEqual([]);
    expect(circles(imports, (path) => path)).toEqual([]);
  });
});

describe('the check itself', () => {
  it('finds imports of a higher layer, a later module and an unknown path', () => {
    const bad = [
      { from: 'kernel/execute.ts', to: 'platform/http/route.ts' },
      { from: 'platform/mail/outbox.ts', to: 'modules/users/module.ts' },
      { from: 'modules/users/ports.ts', to: 'app/settings.ts' },
      { from: 'modules/orders/routes.ts', to: 'modules/sites/module.ts' },
      { from: 'modules/orders/routes.ts', to: '../tools/statistics.ts' },
    ];
    expect(upward(bad, LEVELS)).toEqual(bad);
    expect(
      upward(
        [
          { from: 'modules/sites/routes.ts', to: 'modules/orders/module.ts' },
          { from: 'app/main.ts', to: 'kernel/execute.ts' },
        ],
        LEVELS,
      ),
    ).toEqual([]);
  });

  it('finds business terms in the platform', () => {
    expect(
      businessIn(
        "  siteTerms(id: string): void;\n// of an invoice\nif (topic === 'sites')\nconst papers = ['Invoice'];",
      ),
    ).toEqual(['  siteTerms(id: string): void;', "if (topic === 'sites')", "const papers = ['Invoice'];"]);
    expect(businessIn("if (ctx.get('Sec-Fetch-Site') === 'cross-site')\n.orderBy('id')")).toEqual([]);
  });

  it('finds imports past module.ts, also of types', () => {
    expect(
      pastAFace([
        { from: 'modules/sites/routes.ts', to: 'modules/orders/placeOrder.ts' },
        { from: 'modules/sites/routes.ts', to: 'modules/orders/module.ts' },
        { from: 'modules/sites/routes.ts', to: 'modules/sites/wire.ts' },
        { from: 'app/compose/services.ts', to: 'modules/payments/createPayments.ts' },
        { from: 'app/compose/services.ts', to: 'modules/payments/module.ts' },
      ]),
    ).toEqual([
      'modules/sites/routes.ts imports modules/orders/placeOrder.ts',
      'app/compose/services.ts imports modules/payments/createPayments.ts',
    ]);
  });

  it('finds cycles of two and three', () => {
    const of = (...pairs: string[]) =>
      pairs.map((pair) => ({ from: pair.split('>')[0] ?? '', to: pair.split('>')[1] ?? '' }));
    const self = (path: string) => path;
    expect(circles(of('a>b', 'b>a'), self)).toEqual(['a > b > a']);
    expect(circles(of('a>b', 'b>c', 'c>a', 'd>a'), self)).toEqual(['a > b > c > a']);
    expect(circles(of('a>b', 'a>c', 'b>c'), self)).toEqual([]);
  });
});
