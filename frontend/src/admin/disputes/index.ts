import type { Dispute } from '@portal/contract';
import { lazy } from 'react';

const DisputeList = lazy(() => import('./DisputeList.tsx'));
const DisputeShow = lazy(() => import('./DisputeShow.tsx'));

export const disputes = {
  name: 'disputes',
  list: DisputeList,
  show: DisputeShow,
  recordRepresentation: (dispute: Dispute) => `the question about ${dispute.invoice_number}`,
};
