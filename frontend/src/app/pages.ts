import { paths } from '@portal/contract';
import type { ComponentType } from 'react';
import { matchPath } from 'react-router';

type Page = () => Promise<{ readonly default: ComponentType }>;

const invoicePage = () => import('./InvoicePage.tsx');

/** The pages of the portal except landing page and administration, each loaded on first use. */
export const PAGES = {
  '/login': () => import('../public/login/LoginPage.tsx'),
  '/register': () => import('../public/register/RegisterPage.tsx'),
  '/auth': () => import('../public/auth/AuthPage.tsx'),
  '/reset-password': () => import('../public/resetPassword/ResetPasswordPage.tsx'),
  '/invitation': () => import('../public/invitation/InvitationPage.tsx'),
  '/dealer-approval-pending': () => import('../public/approvalPending/ApprovalPendingPage.tsx'),
  '/dealer-dashboard': () => import('../dealer/dashboard/DashboardPage.tsx'),
  '/sites/:id': () => import('../dealer/sites/SitePage.tsx'),
  '/new-site': () => import('../dealer/newSite/NewSitePage.tsx'),
  '/new-site/import': () => import('../dealer/siteImport/SiteImportPage.tsx'),
  '/site-migration': () => import('../dealer/migration/MigrationPage.tsx'),
  '/settings': () => import('../dealer/settings/SettingsPage.tsx'),
  '/team': () => import('../dealer/team/TeamPage.tsx'),
  '/resources': () => import('../dealer/resources/ResourcesPage.tsx'),
  '/update-payment-method': () => import('../dealer/card/UpdatePaymentMethodPage.tsx'),
  '/payment-setup-success': () => import('../dealer/paymentReturn/PaymentSetupSuccessPage.tsx'),
  '/payment-success': () => import('../dealer/paymentReturn/PaymentSuccessPage.tsx'),
  '/invoicing': () => import('../dealer/invoices/InvoicingPage.tsx'),
  '/invoicing/:id': invoicePage,
  '/invoices/:id': invoicePage,
  '/invoices/:id/pay': invoicePage,
} satisfies Readonly<Record<`/${string}`, Page>>;

const ofInvoice = (id: string) => [paths.invoice(id), paths.invoiceDifferences(id)];

/** What a page reads before it is shown, by path of the API; the server sends these pages with their data. */
const FIRST_READS: Partial<Readonly<Record<keyof typeof PAGES, (id: string) => readonly string[]>>> = {
  '/dealer-dashboard': () => [
    paths.sites,
    `${paths.sites}?shared=true`,
    paths.migrations,
    paths.invoices,
    paths.billingSummary,
    `${paths.billingSummary}/differences`,
    paths.firstSteps,
  ],
  '/invoicing/:id': ofInvoice,
  '/invoices/:id': ofInvoice,
};

/** The first reads of the page at this address; null where it comes without its data. */
export function firstReads(pathname: string): readonly string[] | null {
  for (const [page, reads] of Object.entries(FIRST_READS)) {
    const match = matchPath(page, pathname);
    if (match !== null) return reads(match.params.id ?? '');
  }
  return null;
}
