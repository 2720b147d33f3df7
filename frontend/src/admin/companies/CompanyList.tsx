import { Typography } from '@mui/material';
import type { Account } from '@portal/contract';
import { NONE, showPlace, showRate } from '../format.ts';
import { AdminList } from '../list/AdminList.tsx';
import { CardHead } from '../list/CardHead.tsx';
import { ColumnChooser } from '../list/ColumnChooser.tsx';
import { ExportCsv, ExportSelected } from '../list/ExportCsv.tsx';
import { RecordLink } from '../list/RecordLink.tsx';
import { RecordTable } from '../list/RecordTable.tsx';
import { SearchField } from '../list/SearchField.tsx';
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
