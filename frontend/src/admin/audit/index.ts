import { lazy } from 'react';

export const AuditPage = lazy(() => import('./AuditPage.tsx'));
