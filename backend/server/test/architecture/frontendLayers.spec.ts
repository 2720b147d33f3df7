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
  'dealer/checkout',
  'dealer/dashboard',
  'dealer/paymentMethod',
  'dealer/order',
  'dealer/newSite',
  'dealer/migration',
  'dealer/paymentReturn',
  'dealer/questions',
  'dealer/invoicing',
  'dealer/site',
  'dealer/siteImport',
];
/** Lowest first, in folders of `admin`. */
const ADMIN = [
  'admin/format.ts',
  'admin/corrections',
  'admin/dialogs',
  'admin/alerts',
  'admin/formatMonth.ts',
  'admin/live',
  'admin/kit',
  'admin/rates',
  'admin/records',
  'admin/payments',
  'admin/orders',
  'admin/migrations',
  'admin/mails',
  'admin/invoices',
  'admin/dealerBilling',
  'admin/contacts',
  'admin/billingRuns',
  'admin/replay',
  'admin/disputes',
  'admin/reports',
  'admin/app',
  'admin/settings',
  'admin/sites',
  'admin/upkeep',
  'admin/users',
  'admin/invoicing',
  'admin/home',
  'admin/companies',
  'admin/audit',
  'admin/index.tsx',
];

/** Imports against that order that remain to be removed. No line is ever added. */
const TO_REMOVE: readonly string[] = [
  'admin/corrections/CorrectionFields.tsx imports admin/invoices/dialogs/ChoiceField.tsx',
  'admin/dealerBilling/AnnouncedRates.tsx imports dealer/invoicing/announcedRateText.ts',
  'admin/dealerBilling/DealerBillingPage.tsx imports dealer/invoicing/announcedRateText.ts',
  'admin/dealerBilling/DealerCards.tsx imports dealer/invoicing/estimateText.ts',
  'admin/dealerBilling/DealerInvoices.tsx imports dealer/invoicing/InvoiceCards.tsx',
  'admin/dealerBilling/DealerInvoices.tsx imports dealer/invoicing/InvoiceTable.tsx',
  'admin/dealerBilling/DeclinedCard.tsx imports dealer/paymentMethod/cardText.ts',
  'admin/dealerBilling/SiteTable.tsx imports dealer/invoicing/rateReasons.ts',
  'admin/invoices/InvoiceList.tsx imports dealer/invoicing/InvoiceAmount.tsx',
  'admin/invoices/columns.tsx imports dealer/invoicing/InvoiceAmount.tsx',
  'admin/invoices/dialogs/useInvoiceCommand.ts imports dealer/invoicing/reads.ts',
  'admin/rates/CancelAnnouncedRateDialog.tsx imports dealer/invoicing/announcedRateText.ts',
  'admin/rates/PromotionDialog.tsx imports admin/sites/siteForm.ts',
  'admin/rates/ReaderRateDialog.tsx imports admin/sites/siteForm.ts',
  'admin/rates/SiteRateDialog.tsx imports admin/sites/siteForm.ts',
  'dealer/checkout/CheckoutCard.tsx imports dealer/order/OrderSummary.tsx',
  'dealer/checkout/CheckoutCard.tsx imports dealer/paymentMethod/cardText.ts',
  'dealer/checkout/CheckoutCard.tsx imports dealer/paymentMethod/usePaymentMethod.ts',
  'dealer/dashboard/MigrationList.tsx imports dealer/site/siteWords.ts',
  'dealer/dashboard/SharedSites.tsx imports dealer/site/siteWords.ts',
  'dealer/dashboard/SiteRow.tsx imports dealer/site/siteWords.ts',
  'dealer/invoicing/InvoicePage.tsx imports admin/invoices/dialogs/InvoiceTools.tsx',
];

/** Circles of files, within one folder each, that remain to be removed. No line is ever added. */
const CIRCLES_TO_REMOVE: readonly string[] = [
  'admin/users/verbs.ts > admin/users/dialogs.ts > admin/users/EraseDeleted.tsx > admin/users/verbs.ts',
];

const imports = importsOf(SOURCE);
const within = (folder: string) =>
  imports.filter(({ from, to }) => from.startsWith(`${folder}/`) && to.startsWith(`${folder}/`));
const inOrder = imports.filter((one) => !TO_REMOVE.includes(line(one)));

describe('the layers of the frontend', () => {
  it('are known', () => {
    expect(imports.length).toBeGreaterThan(1_000);
    const known = LAYERS.flat();
    expect(imports.filter(({ from }) => !known.includes(from.split('/')[0] ?? ''))).toEqual([]);
  });

  it('import downward alone, but for what remains to be removed', () => {
    const found = [
      ...upward(imports, LAYERS),
      ...upward(within('dealer'), DEALER),
      ...upward(within('admin'), ADMIN),
    ];
    expect(found.map(line).sort()).toEqual([...TO_REMOVE].sort());
  });

  it('hold no circle, of folders or of files', () => {
    expect(circles(inOrder, (path) => path.split('/').slice(0, 2).join('/'))).toEqual([]);
    expect(circles(inOrder, (path) => path)).toEqual(CIRCLES_TO_REMOVE);
  });

  it('count types and lazy imports', () => {
    expect(imports.map(line)).toEqual(
      expect.arrayContaining([
        'app/routes.tsx imports admin/index.tsx',
        'app/routes.tsx imports admin/app/outsidePages.tsx',
      ]),
    );
  });
});

describe('the check itself', () => {
  it('sees a layer above, a sibling and something unknown', () => {
    const bad = [
      { from: 'shared/ui/Notice.tsx', to: 'parts/site/words.ts' },
      { from: 'dealer/sites/SitePage.tsx', to: 'admin/sites/SiteList.tsx' },
      { from: 'admin/sites/SiteList.tsx', to: 'dealer/sites/SitePage.tsx' },
      { from: 'admin/sites/SiteList.tsx', to: '../build/precompress.ts' },
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
});
