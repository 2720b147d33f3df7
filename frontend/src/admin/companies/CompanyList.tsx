import { Box, Typography } from '@mui/material';
import type { Account } from '@portal/contract';
import { useListContext } from 'react-admin';
import { NONE, showPlace, showRate } from '../format.ts';
import { AdminList } from '../list/AdminList.tsx';
import { Column } from '../list/Column.tsx';
import { ColumnChooser } from '../list/ColumnChooser.tsx';
import { ExportCsv } from '../list/ExportCsv.tsx';
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
        empty="No companies found."
        hiddenByDefault={companiesHiddenByDefault}
        bulkActions={<CompanyBulkActions />}
        card={(company) => <CompanyCard company={company} />}
      >
        {companyColumns.map((column) => (
          <Column key={column.source} {...column} />
        ))}
        <Column<Account>
          source="actions"
          label="Actions"
          sortable={false}
          render={(company) => <EditCompanyButton company={company} />}
        />
      </RecordTable>
    </AdminList>
  );
}

function CompanyBulkActions() {
  const { selectedIds } = useListContext<Account>();
  return <ExportCsv columns={companyCsvColumns} filename="companies.csv" ids={selectedIds} />;
}

function CompanyCard({ company }: { readonly company: Account }) {
  return (
    <>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 2, alignItems: 'center' }}>
        <RecordLink resource="companies" id={company.id}>
          {company.company_name || company.name}
        </RecordLink>
        <AccountMode company={company} />
      </Box>
      <Typography variant="body2" color="text.secondary">
        {company.dealer_id ?? NONE} · {showPlace(company.company_city, company.company_state)} ·{' '}
        {showRate(company.default_reader_rate)} per reader
      </Typography>
      <EditCompanyButton company={company} />
    </>
  );
}
