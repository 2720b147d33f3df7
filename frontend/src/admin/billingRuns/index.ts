import type { BillingRun } from '@portal/contract';
import { lazy } from 'react';

const BillingRunList = lazy(() => import('./List.tsx'));

export const billingRuns = {
  name: 'billing-runs',
  list: BillingRunList,
  recordRepresentation: (run: BillingRun) => `the run of ${run.period}`,
};

/** The preview of a run: a page of the Invoicing tab that is no list. */
export const BillingPreviewPage = lazy(() => import('./BillingPreviewPage.tsx'));
