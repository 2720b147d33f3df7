import { lazy } from 'react';

export const HomeAlerts = lazy(() => import('./HomeAlerts.tsx'));
