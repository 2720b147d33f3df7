import { Link } from '@mui/material';
import type { Account } from '@portal/contract';
import { mailLink } from '../../../shared/company.ts';
import { modeText, NONE, showPlace, showRate } from '../../../shared/text.ts';
import { AccountMode } from '../../records/states.tsx';
import type { Fields } from '../../ui/fields.tsx';

export const nameOf = (company: Account) => company.company_name || company.name;

const cardText = ({ has_card }: Account) => (has_card ? 'Saved' : NONE);

export const companyFields: Fields<Account> = {
  company_name: { label: 'Company', render: nameOf, csv: nameOf },
  name: { label: 'Contact', table: false, csv: false },
  dealer_id: { label: 'Dealer ID', unbroken: true, render: (company) => company.dealer_id ?? NONE },
  is_demo_account: {
    label: 'Mode',
    render: (company) => <AccountMode company={company} />,
    csv: (company) => modeText(company.is_demo_account),
  },
  company_address: { label: 'Address', table: false },
  company_city: {
    label: 'City',
    table: 'hidden',
    columnLabel: 'Location',
    render: (company) => showPlace(company.company_city, company.company_state),
  },
  company_state: { label: 'State', table: false },
  company_zip: { label: 'ZIP', table: false },
  company_phone: { label: 'Phone', table: 'hidden', type: 'phone' },
  company_email: {
    label: 'Email',
    table: false,
    render: ({ company_email: address }) => address && <Link href={mailLink(address)}>{address}</Link>,
  },
  billing_contact: { label: 'Billing contact', table: false },
  invoice_emails: { label: 'Further invoice recipients', table: false },
  po_number: { label: 'PO number', table: false },
  active_sites: { label: 'Active sites', columnLabel: 'Sites', type: 'count' },
  projected_monthly: { label: 'Recurring revenue', columnLabel: 'Recurring', type: 'amount', total: 'below' },
  open_amount: { label: 'Open', type: 'rareAmount', total: 'below' },
  has_card: { label: 'Card', render: cardText, csv: cardText },
  default_reader_rate: { label: 'Reader rate', type: 'rate' },
  promotional_pricing_active: {
    label: 'Promotion',
    numeric: true,
    render: (company) =>
      company.promotional_pricing_active ? showRate(company.promotional_reader_rate, 'On') : NONE,
    csv: false,
  },
  promotional_reader_rate: { label: 'Promotional rate', table: false, type: 'rate' },
  created_at: { label: 'Since', table: 'hidden', type: 'day' },
};
