import { type ComponentType, lazy } from 'react';

/**
 * Pages of the administration whose address is not below its own (S2-2), each fetched when
 * it is first opened. They take `<AdminArea page=…>` in routes.tsx.
 */
export const outsidePages = {
  '/reports': lazy(() => import('../reports/ReportsPage.tsx')),
  '/dealer-billing/:id': lazy(() => import('../dealerBilling/DealerBillingPage.tsx')),
} satisfies Readonly<Record<`/${string}`, ComponentType>>;

export type OutsidePath = keyof typeof outsidePages;
