import { type Account, csvAmount } from '@portal/contract';
import { formatPhone } from '@portal/domain/values';
import { modeText, NONE, showDate, showPlace, showRate } from '../../shared/text.ts';
import { NewRateButton } from '../dealerBilling/actions.tsx';
import { AdminList } from '../kit/AdminList.tsx';
import { dateColumn, rateColumn } from '../kit/columns.ts';
import type { CsvColumn } from '../kit/ExportCsv.tsx';
import { CardActions, CardText, type ColumnProps } from '../kit/RecordTable.tsx';
import { Unbroken } from '../kit/Unbroken.tsx';
import { AccountMode } from '../records/states.tsx';
import { EditCompanyButton } from './actions.tsx';

export const companyColumns: readonly ColumnProps<Account>[] = [
  { source: 'company_name', label: 'Company', render: (company) => company.company_name || company.name },
  { source: 'dealer_id', label: 'Dealer ID', unbroken: true, render: (company) => company.dealer_id ?? NONE },
  {
    source: 'is_demo_account',
    label: 'Mode',
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
  rateColumn('default_reader_rate', 'Reader rate'),
  {
    source: 'promotional_pricing_active',
    label: 'Promotion',
    numeric: true,
    sortable: false,
    render: (company) =>
      company.promotional_pricing_active ? showRate(company.promotional_reader_rate, 'On') : NONE,
  },
  dateColumn('created_at', 'Since'),
];

const csvColumns: readonly CsvColumn<Account>[] = [
  { label: 'Company', value: (company) => company.company_name || company.name },
  { label: 'Dealer ID', value: (company) => company.dealer_id },
  { label: 'Mode', value: (company) => modeText(company.is_demo_account) },
  { label: 'Address', value: (company) => company.company_address },
  { label: 'City', value: (company) => company.company_city },
  { label: 'State', value: (company) => company.company_state },
  { label: 'ZIP', value: (company) => company.company_zip },
  { label: 'Phone', value: (company) => formatPhone(company.company_phone) },
  { label: 'Email', value: (company) => company.company_email },
  { label: 'Reader rate', value: (company) => csvAmount(company.default_reader_rate) },
  { label: 'Promotional rate', value: (company) => csvAmount(company.promotional_reader_rate) },
  { label: 'Since', value: (company) => showDate(company.created_at) },
];

/** The companies and their accounts (S2-2-admin). */
export default function CompanyList() {
  return (
    <AdminList<Account>
      title="Companies"
      lead="Rate, promotion and mode (demo or live) of each company."
      sort={{ field: 'company_name', order: 'ASC' }}
      columns={companyColumns}
      hiddenByDefault={['company_phone']}
      csvColumns={csvColumns}
      file="companies"
      search={{ label: 'Search companies', hint: 'Company or dealer ID' }}
      label="Companies"
      empty="No companies found."
      cardAside={(company) => <AccountMode company={company} />}
      card={(company) => (
        <>
          <CardText>
            <Unbroken
              text={`${company.dealer_id ?? NONE} · ${showPlace(company.company_city, company.company_state)} · ${showRate(company.default_reader_rate)} per reader`}
            />
          </CardText>
          <CardActions>
            <NewRateButton company={company} variant="outlined" />
            <EditCompanyButton company={company} variant="outlined" />
          </CardActions>
        </>
      )}
      actions={(company) => (
        <>
          <NewRateButton company={company} />
          <EditCompanyButton company={company} />
        </>
      )}
    />
  );
}
