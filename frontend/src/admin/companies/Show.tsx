import { Box, Link } from '@mui/material';
import { type Account, type AdminUser, type Invoice, paths } from '@portal/contract';
import { formatPhone } from '@portal/domain/values';
import { mailLink } from '../../shared/mailLink.ts';
import { dollarsText, modeText, NONE, showDate, showPlace, showRate } from '../../shared/text.ts';
import { Facts } from '../../shared/ui/Facts.tsx';
import { CompanyAnnouncedRates } from '../dealerBilling/parts.tsx';
import { ActionButton } from '../kit/ActionButton.tsx';
import { historyTab } from '../kit/History.tsx';
import { factsTab, type PageTab, RecordPage } from '../kit/RecordPage.tsx';
import { CardAmount } from '../kit/RecordTable.tsx';
import { RelatedRow, relatedTab } from '../kit/RelatedList.tsx';
import { Unbroken } from '../kit/Unbroken.tsx';
import { NO_DEALER_ID, RecordLink } from '../records/links.tsx';
import { AccountMode, InvoiceStatus } from '../records/states.tsx';
import { RecordPaymentButton } from '../resources/invoices/index.ts';
import { sitesTab } from '../sites/parts.tsx';
import { approveUser } from '../users/actions.tsx';
import { CompanyActions } from './actions.tsx';

/** One company with its sites and users (S2-3). */
export default function CompanyShow() {
  return (
    <RecordPage<Account>
      listLabel="Companies"
      noun="company"
      title={(company) => company.company_name || company.name}
      lead={(company) => (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
          {company.dealer_id ?? NO_DEALER_ID} <AccountMode company={company} />
        </Box>
      )}
      actions={(company) => <CompanyActions company={company} />}
      tabs={(company) => [
        factsTab('Details', detailsOf(company)),
        pricingTab(company),
        sitesTab(company.id),
        usersTab(company.id),
        invoicesTab(company.id),
        historyTab(paths.admin.accountHistory(company.id)),
      ]}
    />
  );
}

const emailOf = ({ company_email: address }: Account) =>
  address && <Link href={mailLink(address)}>{address}</Link>;

function detailsOf(company: Account) {
  return [
    { label: 'Company', value: company.company_name || company.name },
    { label: 'Contact', value: company.name },
    { label: 'Email', value: emailOf(company) },
    { label: 'Phone', value: formatPhone(company.company_phone) },
    { label: 'Address', value: company.company_address },
    { label: 'City', value: showPlace(company.company_city, company.company_state, company.company_zip) },
    { label: 'Mode', value: modeText(company.is_demo_account) },
    { label: 'Since', value: showDate(company.created_at) },
  ];
}

const onOff = (on: boolean) => (on ? 'On' : 'Off');

const pricingTab = (company: Account): PageTab => ({
  key: 'pricing',
  label: 'Pricing',
  content: (
    <Box sx={{ p: 3 }}>
      <CompanyAnnouncedRates accountId={company.id} />
      <Facts facts={pricingOf(company)} />
    </Box>
  ),
});

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

const invoicesTab = (accountId: string) =>
  relatedTab<Invoice>('invoices', {
    resource: 'invoices',
    target: 'account_id',
    id: accountId,
    label: 'Invoices',
    empty: 'No invoices found',
    row: (invoice) => (
      <RelatedRow
        link={
          <RecordLink resource="invoices" id={invoice.id}>
            {invoice.invoice_number}
          </RecordLink>
        }
        text={`${showDate(invoice.invoice_date)}, due ${showDate(invoice.due_date)}`}
      >
        <RecordPaymentButton invoice={invoice} variant="outlined" />
        <InvoiceStatus invoice={invoice} />
        <CardAmount>{dollarsText(invoice.total_amount)}</CardAmount>
      </RelatedRow>
    ),
  });

const usersTab = (accountId: string) =>
  relatedTab<AdminUser>('users', {
    resource: 'users',
    target: 'account_id',
    id: accountId,
    label: 'Users',
    empty: 'No users found',
    row: (user) => (
      <RelatedRow
        link={
          <RecordLink resource="users" id={user.id}>
            {user.name || user.username}
          </RecordLink>
        }
        text={<Unbroken text={`${user.dealer_id ?? NO_DEALER_ID} · ${user.email}`} />}
      >
        <ActionButton action={approveUser} record={user} />
      </RelatedRow>
    ),
  });
