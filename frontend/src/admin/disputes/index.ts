import type { Dispute } from '@portal/contract';
import { lazy } from 'react';

const DisputeList = lazy(() => import('./List.tsx'));
const DisputeShow = lazy(() => import('./Show.tsx'));

export const disputes = {
  name: 'disputes',
  list: DisputeList,
  show: DisputeShow,
  recordRepresentation: (dispute: Dispute) => `the question about ${dispute.invoice_number}`,
};
