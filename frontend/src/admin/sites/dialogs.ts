import { lazy } from 'react';

export const AddSiteDialog = lazy(() => import('./AddSiteDialog.tsx'));
export const EditSiteDialog = lazy(() => import('./EditSiteDialog.tsx'));
