import { lazy } from 'react';

export const AddUserDialog = lazy(() => import('./AddUserDialog.tsx'));
export const EraseDeleted = lazy(() => import('./EraseDeleted.tsx'));
export const EraseChoice = lazy(() => import('./EraseChoice.tsx'));
export const EditUserDialog = lazy(() => import('./EditUserDialog.tsx'));
