import type { BillingRun } from '@portal/contract';
import { lazy } from 'react';

const BillingRunList = lazy(() => import('./BillingRunList.tsx'));

export const billingRuns = {
  name: 'billing-runs',
  list: BillingRunList,
  recordRepresentation: (run: BillingRun) => `the run of ${run.period}`,
};

/** Pages of the Invoicing tab that are no list: the preview of a run, and what administrators may set. */
export const BillingPreviewPage = lazy(() => import('./BillingPreviewPage.tsx'));
export const RemindersPage = lazy(() => import('./RemindersPage.tsx'));
