import type { Account } from '@portal/contract';
import { CompanyList } from './CompanyList.tsx';
import { CompanyShow } from './CompanyShow.tsx';

export const companies = {
  name: 'companies',
  list: CompanyList,
  show: CompanyShow,
  recordRepresentation: (company: Account) => company.company_name || company.name,
};
