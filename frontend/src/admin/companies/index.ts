import type { Account } from '@portal/contract';
import { lazy } from 'react';

const CompanyList = lazy(() => import('./List.tsx'));
const CompanyShow = lazy(() => import('./Show.tsx'));

export const companies = {
  name: 'companies',
  list: CompanyList,
  show: CompanyShow,
  recordRepresentation: (company: Account) => company.company_name || company.name,
};
