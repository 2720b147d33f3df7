import type { Account } from '@portal/contract';
import { lazy } from 'react';

const CompanyList = lazy(() => import('./CompanyList.tsx'));
const CompanyShow = lazy(() => import('./CompanyShow.tsx'));

export const companies = {
  name: 'companies',
  list: CompanyList,
  show: CompanyShow,
  recordRepresentation: (company: Account) => company.company_name || company.name,
};
