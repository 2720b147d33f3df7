import type { BillingRun } from '@portal/contract';
import { lazy } from 'react';
import type { AdminResource } from '../../records/waiting.tsx';

/** The runs that issued the invoices of each month. */
export const billingRuns: AdminResource = {
  name: 'billing-runs',
  options: { label: 'Billing runs', section: 'Invoicing' },
  list: lazy(() => import('./List.tsx')),
  recordRepresentation: (run: BillingRun) => `the run of ${run.period}`,
};
