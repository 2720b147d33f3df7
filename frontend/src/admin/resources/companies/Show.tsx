import { Box, Link } from '@mui/material';
import { type Account, type AdminUser, type Invoice, paths } from '@portal/contract';
import { mailLink } from '../../../shared/company.ts';
import { dollarsText, modeText, NONE, showDate, showPlace, showRate } from '../../../shared/text.ts';
import { CompanyCreditSection } from '../../dealerBilling/actions.tsx';
import { CompanyOverviewParts, useCompanyOverview } from '../../dealerBilling/parts.tsx';
import { ActionButton } from '../../kit/ActionButton.tsx';
import { History } from '../../kit/History.tsx';
import { RelatedList } from '../../kit/RelatedList.tsx';
import { NO_DEALER_ID, someFact } from '../../records/links.tsx';
import { AccountMode, InvoiceStatus } from '../../records/states.tsx';
import { CardAmount, factsOf } from '../../ui/fields.tsx';
import { Show } from '../../ui/Show.tsx';
import { SimpleShowLayout, Tab, TabbedShowLayout } from '../../ui/TabbedShowLayout.tsx';
import { RecordPaymentButton } from '../invoices/actions.tsx';
import { Notes, PinnedNotes, useNotes } from '../notes/parts.tsx';
import { CompanyReceipts } from '../receipts/parts.tsx';
import { CompanySites } from '../sites/actions.tsx';
import { approveUser } from '../users/actions.tsx';
import { CompanyActions } from './actions.tsx';
import { companyFields } from './fields.tsx';

/** How a company stands, with its sites, invoices, payments and people (S2-3). */
export default function CompanyShow() {
  return (
    <Show<Account>
      noun="company"
      lead={(company) => <Contact company={company} />}
      actions={(company) => <CompanyActions company={company} />}
    >
      {(company) => <Parts company={company} />}
    </Show>
  );
}

interface PartsProps {
  readonly company: Account;
}

/** Dealer ID and mode, and the person to ask. */
function Contact({ company }: PartsProps) {
  const { company_name, name, users = [], company_email: email } = company;
  const person = company_name === '' || name === company_name ? users[0]?.name : name;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, rowGap: 0.5 }}>
      <span>{company.dealer_id ?? NO_DEALER_ID}</span>
      {person && <span>{person}</span>}
      {email && <Link href={mailLink(email)}>{email}</Link>}
      <AccountMode company={company} />
    </Box>
  );
}

function Parts({ company }: PartsProps) {
  const { id } = company;
  const counts = useCompanyOverview(id).data?.counts;
  const { total: notes } = useNotes({ about: 'company', id });
  return (
    <>
      <PinnedNotes about="company" id={id} />
      <TabbedShowLayout label="Parts of this company">
        <Tab label="Overview" path="overview" bare>
          <CompanyOverviewParts company={company} />
        </Tab>
        <Tab label="Sites" path="sites" count={counts?.sites}>
          <CompanySites accountId={id} />
        </Tab>
        <Tab label="Invoices" path="invoices" count={counts?.invoices}>
          <Box sx={{ p: 2, '&:empty': { display: 'none' } }}>
            <CompanyCreditSection accountId={id} />
          </Box>
          <CompanyInvoices accountId={id} />
        </Tab>
        <Tab label="Payments" path="payments" count={counts?.payments}>
          <CompanyReceipts accountId={id} />
        </Tab>
        <Tab label="People" path="people" count={counts?.people}>
          <CompanyUsers accountId={id} />
        </Tab>
        <Tab label="Notes" path="notes" count={notes}>
          <Notes about="company" id={id} />
        </Tab>
        <Tab label="History" path="history" count={counts?.history}>
          <History path={paths.admin.accountHistory(id)} />
        </Tab>
        <Tab label="Details" path="details">
          <SimpleShowLayout facts={[...detailsOf(company), ...pricingOf(company)]} />
        </Tab>
      </TabbedShowLayout>
    </>
  );
}

function detailsOf(company: Account) {
  const { order_hold: hold } = company;
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
    ...someFact('New orders', hold && `On hold: ${hold.invoice_number} is overdue`),
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
    label="People"
    empty="No users found"
    name={(user: AdminUser) => user.name || user.username}
    text={(user) => `${user.dealer_id ?? NO_DEALER_ID} · ${user.email}`}
  >
    {(user) => <ActionButton action={approveUser} record={user} />}
  </RelatedList>
);
