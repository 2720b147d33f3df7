import { type ComponentType, lazy } from 'react';

/** Admin pages whose path is not below the area's own (S2-2); routes.tsx opens them with `<AdminArea page=…>`. */
export const outsidePages = {
  '/reports': lazy(() => import('../reports/ReportsPage.tsx')),
  '/dealer-billing/:id': lazy(() => import('../dealerBilling/DealerBillingPage.tsx')),
} satisfies Readonly<Record<`/${string}`, ComponentType>>;

export type OutsidePath = keyof typeof outsidePages;
