/**
 * Fetches what order pages fetch when it is first needed. On a busy machine its first transformation takes longer
 * than a spec waits for a text.
 */
export async function fetchOrderCode(): Promise<void> {
  await Promise.all([
    import('../../dealer/newSite/NewSitePage.tsx'),
    import('../../dealer/migration/MigrationPage.tsx'),
    import('../../dealer/siteImport/SiteImportPage.tsx'),
    import('../../dealer/dashboard/DashboardPage.tsx'),
    import('../../dealer/order/OrderDialog.tsx'),
    import('../../dealer/card/AddPaymentDialog.tsx'),
  ]);
}
