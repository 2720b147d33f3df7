import { lazy } from 'react';

export const EditCompanyDialog = lazy(() => import('./EditCompanyDialog.tsx'));
