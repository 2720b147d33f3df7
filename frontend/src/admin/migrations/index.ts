import type { MigrationRecord } from '@portal/contract';
import { lazy } from 'react';

const MigrationList = lazy(() => import('./List.tsx'));
const MigrationShow = lazy(() => import('./Show.tsx'));

export const migrations = {
  name: 'migrations',
  list: MigrationList,
  show: MigrationShow,
  recordRepresentation: (migration: MigrationRecord) => migration.migration_site_name,
};
