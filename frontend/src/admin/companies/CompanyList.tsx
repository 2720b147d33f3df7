import { Typography } from '@mui/material';
import type { Account } from '@portal/contract';
import { NONE, showPlace, showRate } from '../format.ts';
import { AdminList, ColumnChooser } from '../kit/AdminList.tsx';
import { ExportCsv, ExportSelected } from '../kit/ExportCsv.tsx';
import { SearchField } from '../kit/filters.tsx';
import { CardHead, RecordTable } from '../kit/RecordTable.tsx';
import { RecordLink } from '../records/links.tsx';
import { EditCompanyButton } from './CompanyActions.tsx';
import { AccountMode, companiesHiddenByDefault, companyColumns, companyCsvColumns } from './columns.tsx';

/** The companies and their accounts (spec 2, Admin dashboard). */
export default function CompanyList() {
  return (
    <AdminList
      title="Companies"
      lead="One account a company: its rate, its promotion, demo or live."
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
