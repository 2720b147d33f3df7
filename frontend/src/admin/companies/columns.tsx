import { Chip } from '@mui/material';
import type { Account } from '@portal/contract';
import { formatPhone } from '@portal/domain/values';
import { NONE, showDate, showPlace, showRate } from '../format.ts';
import type { CsvColumn } from '../kit/ExportCsv.tsx';
import type { ColumnProps } from '../kit/RecordTable.tsx';
import { RecordLink } from '../records/links.tsx';

/** Demo accounts pay with test cards; the badge keeps them apart (decisions B24). */
export function AccountMode({ company }: { readonly company: Account }) {
  return company.is_demo_account ? (
    <Chip size="small" label="Demo" sx={{ bgcolor: 'info.light', color: 'info.main', fontWeight: 600 }} />
  ) : (
    <Chip
      size="small"
      label="Live"
      sx={{ bgcolor: 'success.light', color: 'success.main', fontWeight: 600 }}
    />
  );
}

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

export const companiesHiddenByDefault = ['company_phone'];

export const companyCsvColumns: readonly CsvColumn<Account>[] = [
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
