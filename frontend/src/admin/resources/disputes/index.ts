import icon from '@mui/icons-material/HelpOutlineOutlined';
import type { Dispute } from '@portal/contract';
import { lazy } from 'react';
import type { AdminResource } from '../../records/waiting.tsx';

/** Questions about invoices. */
export const disputes: AdminResource = {
  name: 'disputes',
  icon,
  options: { label: 'Questions', waiting: [['questions', 'open']] },
  list: lazy(() => import('./List.tsx')),
  show: lazy(() => import('./Show.tsx')),
  recordRepresentation: (dispute: Dispute) => `the question about ${dispute.invoice_number}`,
};
