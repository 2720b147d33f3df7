import { lazy } from 'react';

export const UpkeepPage = lazy(() => import('./UpkeepPage.tsx'));
