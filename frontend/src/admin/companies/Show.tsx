import { Box, Typography } from '@mui/material';
import { type Account, type AdminUser, type Invoice, paths, type Site } from '@portal/contract';
import { formatPhone } from '@portal/domain/values';
import { dollarsText, NONE, showDate, showPlace, showRate } from '../../shared/text.ts';
import { Facts } from '../../shared/ui/Facts.tsx';
import { ActionButton } from '../kit/ActionButton.tsx';
import { HistoryList } from '../kit/History.tsx';
import { PageTabs, RecordPage } from '../kit/RecordPage.tsx';
import { RelatedList } from '../kit/RelatedList.tsx';
import { RecordLink } from '../records/links.tsx';
import { AccountMode, InvoiceStatus } from '../records/states.tsx';
import { SiteLine } from '../sites/parts.tsx';
import { approveUser } from '../users/actions.tsx';
import { CompanyActions } from './actions.tsx';

/** One company with its sites and users (S2-3). */
export default function CompanyShow() {
  return (
    <RecordPage<Account>
      listLabel="Companies"
      missing="Company not found"
      title={(company) => company.company_name || company.name}
      lead={(company) => (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
          {company.dealer_id ?? 'No Dealer ID'} <AccountMode company={company} />
        </Box>
      )}
      actions={(company) => <CompanyActions company={company} />}
    >
      {(company) => (
        <PageTabs
          label="Parts of this company"
          tabs={[
            { key: 'details', label: 'Details', content: <Padded facts={detailsOf(company)} /> },
            { key: 'pricing', label: 'Pricing', content: <Padded facts={pricingOf(company)} /> },
            { key: 'sites', label: 'Sites', content: <CompanySites id={company.id} /> },
            { key: 'users', label: 'Users', content: <CompanyUsers id={company.id} /> },
            { key: 'invoices', label: 'Invoices', content: <CompanyInvoices id={company.id} /> },
            {
              key: 'history',
              label: 'History',
              content: <HistoryList path={paths.admin.accountHistory(company.id)} />,
            },
          ]}
        />
      )}
    </RecordPage>
  );
}

function Padded({ facts }: Parameters<typeof Facts>[0]) {
  return (
    <Box sx={{ p: 3 }}>
      <Facts facts={facts} />
    </Box>
  );
}

function detailsOf(company: Account) {
  return [
    { label: 'Company', value: company.company_name || company.name },
    { label: 'Contact', value: company.name },
    { label: 'E-mail', value: company.company_email },
    { label: 'Phone', value: formatPhone(company.company_phone) },
    { label: 'Address', value: company.company_address },
    { label: 'City', value: showPlace(company.company_city, company.company_state, company.company_zip) },
    { label: 'Account', value: company.is_demo_account ? 'Demo' : 'Live' },
    { label: 'Since', value: showDate(company.created_at) },
  ];
}

const onOff = (on: boolean) => (on ? 'On' : 'Off');

function pricingOf(company: Account) {
  const promotion = company.promotional_pricing_active;
  return [
    { label: 'Default Reader Rate', value: showRate(company.default_reader_rate, 'Not set: system rate') },
    { label: 'Promotional Pricing', value: onOff(promotion) },
    { label: 'Promotional Reader Rate', value: showRate(company.promotional_reader_rate) },
    { label: 'Promotional Months', value: String(company.promotional_months) },
    { label: 'Promotion since', value: promotion ? showDate(company.promotional_start_date) : NONE },
    { label: 'Promotional License Pricing', value: onOff(company.promotional_license_pricing) },
    { label: 'Equipment Purchases', value: onOff(company.equipment_purchases_enabled) },
    { label: 'Demo Pricing', value: onOff(company.demo_pricing) },
  ];
}

function CompanySites({ id }: { readonly id: string }) {
  return (
    <RelatedList<Site>
      resource="sites"
      target="account_id"
      id={id}
      label="Sites"
      empty="No sites found"
      row={(site) => <SiteLine site={site} />}
    />
  );
}

function CompanyInvoices({ id }: { readonly id: string }) {
  return (
    <RelatedList<Invoice>
      resource="invoices"
      target="account_id"
      id={id}
      label="Invoices"
      empty="No invoices found"
      row={(invoice) => (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 0.5 }}>
          <Box sx={{ flex: '1 1 180px', minWidth: 0 }}>
            <RecordLink resource="invoices" id={invoice.id}>
              {invoice.invoice_number}
            </RecordLink>
            <Typography variant="body2" color="text.secondary">
              {showDate(invoice.invoice_date)}, due {showDate(invoice.due_date)}
            </Typography>
          </Box>
          <InvoiceStatus invoice={invoice} />
          <Typography sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
            {dollarsText(invoice.total_amount)}
          </Typography>
        </Box>
      )}
    />
  );
}

function CompanyUsers({ id }: { readonly id: string }) {
  return (
    <RelatedList<AdminUser>
      resource="users"
      target="account_id"
      id={id}
      label="Users"
      empty="No users found"
      row={(user) => (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
          <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
            <RecordLink resource="users" id={user.id}>
              {user.name || user.username}
            </RecordLink>
            <Typography variant="body2" color="text.secondary" sx={{ overflowWrap: 'anywhere' }}>
              {user.dealer_id ?? 'No Dealer ID'} · {user.email}
            </Typography>
          </Box>
          <ActionButton action={approveUser} record={user} />
        </Box>
      )}
    />
  );
}
