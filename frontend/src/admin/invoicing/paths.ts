/** The addresses whose pages belong to the Invoicing tab. */
export const INVOICING_PATHS: readonly string[] = [
  '/invoicing',
  '/invoices',
  '/orders',
  '/payments',
  '/billing-runs',
  '/billing-preview',
];
