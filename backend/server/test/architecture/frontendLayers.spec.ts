import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { circles, importsOf, line, upward } from './importGraph.ts';

const SOURCE = fileURLToPath(new URL('../../../../frontend/src', import.meta.url));

/** Lowest first; `parts` is what dealers and administrators both see. The four kinds of pages don't import each other. */
const LAYERS = ['shared', 'parts', ['landing', 'public', 'dealer', 'admin'], 'app'];
/** Lowest first, in folders of `dealer`. */
const DEALER = [
  'dealer/settings',
  'dealer/resources',
  'dealer/sites',
  'dealer/card',
  'dealer/payment',
  'dealer/order',
  'dealer/newSite',
  'dealer/migration',
  'dealer/siteImport',
  'dealer/paymentReturn',
  'dealer/invoices',
  'dealer/dashboard',
  'dealer/palette',
  'dealer/team',
];
/** Lowest first, in folders of `admin`. */
const ADMIN = [
  'admin/dataProvider',
  'admin/records',
  'admin/kit',
  'admin/ui',
  'admin/resources/notes',
  'admin/resources/approvals',
  'admin/resources/sites',
  'admin/resources/migrations',
  'admin/corrections',
  'admin/resources/invoices',
  'admin/resources/payments',
  'admin/resources/invoicing',
  'admin/resources/receivables',
  'admin/resources/receipts',
  'admin/resources/creditNotes',
  'admin/resources/bankLines',
  'admin/resources/mails',
  'admin/resources/contacts',
  'admin/resources/disputes',
  'admin/resources/billingRuns',
  'admin/dealerBilling',
  'admin/resources/collections',
  'admin/settings',
  'admin/reports',
  'admin/alerts',
  'admin/resources/orders',
  'admin/resources/users',
  'admin/maintenance',
  'admin/resources/companies',
  'admin/audit',
  'admin/home',
  'admin/palette',
  'admin/app',
  'admin/index.tsx',
];

/** Below the admin features, for all of them; and above them, which put their pages together. */
const NO_FEATURES = ['dataProvider', 'records', 'kit', 'ui', 'app'];

/** Each resource is a feature of its own. */
const inFeature = (path: string) => path.replace('admin/resources/', 'admin/');

/** Whether an import leads from one admin feature into a file of another that is not meant for it. */
function isIntoFeature({ from, to }: { readonly from: string; readonly to: string }): boolean {
  const [, source = '', inSource] = inFeature(from).split('/');
  const [, feature = '', file] = inFeature(to).split('/');
  if (inSource === undefined || file === undefined || source === feature) return false;
  if (NO_FEATURES.includes(source) || NO_FEATURES.includes(feature)) return false;
  return !/^(actions|parts|index)\.tsx?$/.test(file);
}

const imports = importsOf(SOURCE);
const within = (folder: string) =>
  imports.filter(({ from, to }) => from.startsWith(`${folder}/`) && to.startsWith(`${folder}/`));

describe('the layers of the frontend', () => {
  it('are known', () => {
    expect(imports.length).toBeGreaterThan(1_000);
    const known = LAYERS.flat();
    expect(imports.filter(({ from }) => !known.includes(from.split('/')[0] ?? ''))).toEqual([]);
    // a new folder is named in ADMIN or DEALER above, among those whose files it may import
    const named = [...ADMIN, ...DEALER];
    const isNamed = (path: string) =>
      named.some((folder) => path === folder || path.startsWith(`${folder}/`));
    const unnamed = [...within('admin'), ...within('dealer')].filter(({ from }) => !isNamed(from));
    expect([...new Set(unnamed.map(({ from }) => dirname(from)))], 'not in ADMIN or DEALER').toEqual([]);
  });

  it('import only lower layers', () => {
    const found = [
      ...upward(imports, LAYERS),
      ...upward(within('dealer'), DEALER),
      ...upward(within('admin'), ADMIN),
    ];
    expect(found.map(line)).toEqual([]);
  });

  it('have no import cycles of folders or files', () => {
    expect(circles(imports, (path) => inFeature(path).split('/').slice(0, 2).join('/'))).toEqual([]);
    expect(circles(imports, (path) => path)).toEqual([]);
  });

  it('let an admin feature import only actions, parts and lazy pages of another', () => {
    expect(within('admin').filter(isIntoFeature).map(line)).toEqual([]);
  });

  it('are checked including types and lazy imports', () => {
    expect(imports.map(line)).toEqual(
      expect.arrayContaining([
        'app/routes.tsx imports admin/index.tsx',
        'admin/kit/EditDialog.tsx imports admin/kit/ActionDialog.tsx',
      ]),
    );
  });
});

describe('the check itself', () => {
  it('finds imports of a higher layer, a sibling and an unknown path', () => {
    const bad = [
      { from: 'shared/ui/Notice.tsx', to: 'parts/site/words.ts' },
      { from: 'dealer/sites/SitePage.tsx', to: 'admin/resources/sites/SiteList.tsx' },
      { from: 'admin/resources/sites/SiteList.tsx', to: 'dealer/sites/SitePage.tsx' },
      { from: 'admin/resources/sites/SiteList.tsx', to: '../build/prerenderLanding.ts' },
    ];
    expect(upward(bad, LAYERS)).toEqual(bad);
    expect(
      upward(
        [
          { from: 'dealer/sites/SitePage.tsx', to: 'parts/site/words.ts' },
          { from: 'dealer/sites/SitePage.tsx', to: 'dealer/card/CardForm.tsx' },
          { from: 'app/routes.tsx', to: 'admin/index.tsx' },
        ],
        LAYERS,
      ),
    ).toEqual([]);
  });

  it('finds an import from another admin feature, except its actions and parts', () => {
    const bad = [
      { from: 'admin/resources/companies/Show.tsx', to: 'admin/resources/sites/List.tsx' },
      { from: 'admin/resources/sites/Show.tsx', to: 'admin/resources/invoices/List.tsx' },
    ];
    const good = [
      { from: 'admin/resources/companies/Show.tsx', to: 'admin/resources/sites/parts.tsx' },
      { from: 'admin/home/Panels.tsx', to: 'admin/resources/users/actions.tsx' },
      { from: 'admin/resources/companies/Show.tsx', to: 'admin/resources/invoices/index.ts' },
      { from: 'admin/resources/sites/Show.tsx', to: 'admin/resources/sites/List.tsx' },
      { from: 'admin/resources/sites/Show.tsx', to: 'admin/ui/Show.tsx' },
    ];
    expect([...bad, ...good].filter(isIntoFeature)).toEqual(bad);
  });
});
