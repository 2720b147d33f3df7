/** The portal's pages (S1-2): the server answers them with 200. */
export const PAGES = [
  '/',
  '/login',
  '/register',
  '/auth',
  '/reset-password',
  '/invitation',
  '/payment-setup-success',
  '/payment-success',
  '/dealer-approval-pending',
  '/dealer-dashboard',
  '/new-site',
  '/new-site/import',
  '/site-migration',
  '/sites/:id',
  '/reports',
  '/settings',
  '/team',
  '/resources',
  '/invoicing',
  '/invoicing/:id',
  '/invoices/:id',
  '/invoices/:id/pay',
  '/update-payment-method',
  '/dealer-billing/:id',
] as const;

/** The admin area has its own routes below these. */
export const ADMIN_PAGES = ['/admin-dashboard', '/admin'] as const;

const known = PAGES.map((page) => new RegExp(`^${page.replace(/:id/g, '[^/]+')}/?$`));

/** True where the portal has a page at this path (without query or hash). */
export function isPage(path: string): boolean {
  if (ADMIN_PAGES.some((page) => path === page || path.startsWith(`${page}/`))) return true;
  return known.some((page) => page.test(path));
}
