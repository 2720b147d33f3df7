import { Typography } from '@mui/material';
import type { Account } from '@portal/contract';
import { formatPhone } from '@portal/domain/values';
import { NONE, showDate, showPlace, showRate } from '../../shared/text.ts';
import { AdminList, ColumnChooser } from '../kit/AdminList.tsx';
import { type CsvColumn, ExportCsv, ExportSelected } from '../kit/ExportCsv.tsx';
import { SearchField } from '../kit/filters.tsx';
import { CardHead, type ColumnProps, RecordTable } from '../kit/RecordTable.tsx';
import { RecordLink } from '../records/links.tsx';
import { AccountMode } from '../records/states.tsx';
import { EditCompanyButton } from './actions.tsx';

/** The columns of the companies list; the first opens the company. */
export const companyColumns: readonly ColumnProps<Account>[] = [
  {
    source: 'company_name',
    label: 'Company',
    render: (company) => (
      <RecordLink resource="companies" id={company.id}>
        {company.company_name || company.name}
      </RecordLink>
    ),
  },
  { source: 'dealer_id', label: 'Dealer ID', unbroken: true, render: (company) => company.dealer_id ?? NONE },
  {
    source: 'is_demo_account',
    label: 'Account',
    render: (company) => <AccountMode company={company} />,
  },
  {
    source: 'company_city',
    label: 'Location',
    sortable: false,
    render: (company) => showPlace(company.company_city, company.company_state),
  },
  {
    source: 'company_phone',
    label: 'Phone',
    unbroken: true,
    sortable: false,
    render: (company) => formatPhone(company.company_phone) || NONE,
  },
  {
    source: 'default_reader_rate',
    label: 'Reader Rate',
    numeric: true,
    sortable: false,
    render: (company) => showRate(company.default_reader_rate),
  },
  {
    source: 'promotional_pricing_active',
    label: 'Promotion',
    sortable: false,
    render: (company) =>
      company.promotional_pricing_active ? showRate(company.promotional_reader_rate, 'On') : NONE,
  },
  {
    source: 'created_at',
    label: 'Since',
    unbroken: true,
    firstOrder: 'DESC',
    render: (company) => showDate(company.created_at),
  },
];

const companiesHiddenByDefault = ['company_phone'];

const companyCsvColumns: readonly CsvColumn<Account>[] = [
  { label: 'Company', value: (company) => company.company_name || company.name },
  { label: 'Dealer ID', value: (company) => company.dealer_id },
  { label: 'Account', value: (company) => (company.is_demo_account ? 'Demo' : 'Live') },
  { label: 'Address', value: (company) => company.company_address },
  { label: 'City', value: (company) => company.company_city },
  { label: 'State', value: (company) => company.company_state },
  { label: 'ZIP', value: (company) => company.company_zip },
  { label: 'Phone', value: (company) => formatPhone(company.company_phone) },
  { label: 'E-mail', value: (company) => company.company_email },
  { label: 'Reader Rate', value: (company) => company.default_reader_rate },
  { label: 'Promotional Rate', value: (company) => company.promotional_reader_rate },
  { label: 'Since', value: (company) => showDate(company.created_at) },
];

/** The companies and their accounts (S2-2-admin). */
export default function CompanyList() {
  return (
    <AdminList
      title="Companies"
      lead="Rate, promotion and mode (demo or live) of each company."
      sort={{ field: 'company_name', order: 'ASC' }}
      actions={
        <>
          <ColumnChooser columns={companyColumns} hiddenByDefault={companiesHiddenByDefault} />
          <ExportCsv columns={companyCsvColumns} filename="companies.csv" />
        </>
      }
      search={<SearchField label="Search companies" hint="Company or dealer ID" />}
    >
      <RecordTable<Account>
        label="Companies"
        columns={companyColumns}
        empty="No companies found."
        hiddenByDefault={companiesHiddenByDefault}
        bulkActions={<ExportSelected columns={companyCsvColumns} filename="companies.csv" />}
        card={(company) => <CompanyCard company={company} />}
        actions={(company) => <EditCompanyButton company={company} />}
      />
    </AdminList>
  );
}

function CompanyCard({ company }: { readonly company: Account }) {
  return (
    <>
      <CardHead>
        <RecordLink resource="companies" id={company.id}>
          {company.company_name || company.name}
        </RecordLink>
        <AccountMode company={company} />
      </CardHead>
      <Typography variant="body2" color="text.secondary">
        {company.dealer_id ?? NONE} · {showPlace(company.company_city, company.company_state)} ·{' '}
        {showRate(company.default_reader_rate)} per reader
      </Typography>
      <EditCompanyButton company={company} />
    </>
  );
}
