import { Box } from '@mui/material';
import { type Account, type AdminUser, type Invoice, paths } from '@portal/contract';
import { dollarsText, modeText, NONE, showDate, showPlace, showRate } from '../../../shared/text.ts';
import { CompanyAnnouncedRates, CompanyCreditSection } from '../../dealerBilling/actions.tsx';
import { ActionButton } from '../../kit/ActionButton.tsx';
import { History } from '../../kit/History.tsx';
import { Unbroken } from '../../kit/parts.tsx';
import { RelatedList } from '../../kit/RelatedList.tsx';
import { NO_DEALER_ID } from '../../records/links.tsx';
import { AccountMode, InvoiceStatus } from '../../records/states.tsx';
import { CardAmount } from '../../ui/cards.tsx';
import { factsOf } from '../../ui/fields.tsx';
import { Show } from '../../ui/Show.tsx';
import { SimpleShowLayout, Tab, TabbedShowLayout } from '../../ui/TabbedShowLayout.tsx';
import { RecordPaymentButton } from '../invoices/actions.tsx';
import { CompanySites } from '../sites/actions.tsx';
import { approveUser } from '../users/actions.tsx';
import { CompanyActions } from './actions.tsx';
import { companyFields } from './fields.tsx';

/** One company with its sites and users (S2-3). */
export default function CompanyShow() {
  return (
    <Show<Account>
      noun="company"
      lead={(company) => (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
          {company.dealer_id ?? NO_DEALER_ID} <AccountMode company={company} />
        </Box>
      )}
      actions={(company) => <CompanyActions company={company} />}
    >
      {(company) => (
        <TabbedShowLayout label="Parts of this company">
          <Tab label="Details" path="details">
            <SimpleShowLayout facts={detailsOf(company)} />
          </Tab>
          <Tab label="Pricing" path="pricing">
            <Box sx={{ p: 3, pb: 0, '&:empty': { display: 'none' } }}>
              <CompanyAnnouncedRates accountId={company.id} />
            </Box>
            <SimpleShowLayout facts={pricingOf(company)} />
          </Tab>
          <Tab label="Sites" path="sites">
            <CompanySites accountId={company.id} />
          </Tab>
          <Tab label="Users" path="users">
            <CompanyUsers accountId={company.id} />
          </Tab>
          <Tab label="Invoices" path="invoices">
            <Box sx={{ p: 2, '&:empty': { display: 'none' } }}>
              <CompanyCreditSection accountId={company.id} />
            </Box>
            <CompanyInvoices accountId={company.id} />
          </Tab>
          <Tab label="History" path="history">
            <History path={paths.admin.accountHistory(company.id)} />
          </Tab>
        </TabbedShowLayout>
      )}
    </Show>
  );
}

function detailsOf(company: Account) {
  return [
    ...factsOf(companyFields, company, [
      'company_name',
      'name',
      'company_email',
      'company_phone',
      'company_address',
    ]),
    { label: 'City', value: showPlace(company.company_city, company.company_state, company.company_zip) },
    { label: 'Mode', value: modeText(company.is_demo_account) },
    ...(company.order_hold == null
      ? []
      : [{ label: 'New orders', value: `On hold: ${company.order_hold.invoice_number} is overdue` }]),
    ...factsOf(companyFields, company, ['billing_contact', 'invoice_emails', 'po_number', 'created_at']),
  ];
}

const onOff = (on: boolean) => (on ? 'On' : 'Off');

function pricingOf(company: Account) {
  const promotion = company.promotional_pricing_active;
  return [
    { label: 'Default reader rate', value: showRate(company.default_reader_rate, 'Not set: system rate') },
    { label: 'Promotional pricing', value: onOff(promotion) },
    { label: 'Promotional reader rate', value: showRate(company.promotional_reader_rate) },
    { label: 'Promotional months', value: String(company.promotional_months) },
    { label: 'Promotion since', value: promotion ? showDate(company.promotional_start_date) : NONE },
    { label: 'Promotional license pricing', value: onOff(company.promotional_license_pricing) },
    { label: 'Equipment purchases', value: onOff(company.equipment_purchases_enabled) },
    { label: 'Demo pricing', value: onOff(company.demo_pricing) },
  ];
}

interface OfCompany {
  readonly accountId: string;
}

const CompanyInvoices = ({ accountId }: OfCompany) => (
  <RelatedList
    resource="invoices"
    filter={{ account_id: accountId }}
    label="Invoices"
    empty="No invoices found"
    text={(invoice: Invoice) => `${showDate(invoice.invoice_date)}, due ${showDate(invoice.due_date)}`}
  >
    {(invoice) => (
      <>
        <RecordPaymentButton invoice={invoice} variant="outlined" />
        <InvoiceStatus invoice={invoice} />
        <CardAmount>{dollarsText(invoice.total_amount)}</CardAmount>
      </>
    )}
  </RelatedList>
);

const CompanyUsers = ({ accountId }: OfCompany) => (
  <RelatedList
    resource="users"
    filter={{ account_id: accountId }}
    label="Users"
    empty="No users found"
    name={(user: AdminUser) => user.name || user.username}
    text={(user) => <Unbroken text={`${user.dealer_id ?? NO_DEALER_ID} · ${user.email}`} />}
  >
    {(user) => <ActionButton action={approveUser} record={user} />}
  </RelatedList>
);
