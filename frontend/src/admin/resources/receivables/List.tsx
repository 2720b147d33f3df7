import StatementsIcon from '@mui/icons-material/FolderZipOutlined';
import { Box } from '@mui/material';
import type { Receivable } from '@portal/contract';
import { lazy, Suspense } from 'react';
import { useCreatePath } from 'react-admin';
import { dollarsText, NONE, showDate } from '../../../shared/text.ts';
import { DialogButton } from '../../kit/ActionButton.tsx';
import { dealerBillingPath } from '../../records/links.tsx';
import { DemoBadge } from '../../records/states.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { Below, CardText, Cut, type FieldOf, type Fields } from '../../ui/fields.tsx';
import { ModeInput, SearchInput } from '../../ui/filterInputs.tsx';
import { List } from '../../ui/List.tsx';
import { CompanyPaymentButton } from '../invoices/actions.tsx';

const StatementsDialog = lazy(() => import('./StatementsDialog.tsx'));

const TABS = {
  label: 'Receivables',
  source: 'overdue',
  tabs: { All: {}, Overdue: true, 'With credit': { has_credit: true } },
} as const;

/** What each company owes, by how long it is overdue; a row leads to its billing page. */
export default function ReceivableList() {
  const createPath = useCreatePath();
  const billingPath = ({ account_id, user_id, dealer_id }: Receivable) =>
    user_id === null
      ? createPath({ resource: 'companies', id: account_id, type: 'show' })
      : dealerBillingPath({ id: user_id, dealer_id });
  return (
    <List
      resource="receivables"
      title="Receivables"
      lead="What each company owes today by days overdue, and its unused credit."
      sort={{ field: 'balance', order: 'DESC' }}
      fields={receivableFields}
      actions={
        <DialogButton
          needs="staff"
          label="Statements of a month"
          icon={StatementsIcon}
          variant="outlined"
          dialog={(close) => (
            <Suspense>
              <StatementsDialog onClose={close} />
            </Suspense>
          )}
        />
      }
      tabs={TABS}
      filters={
        <>
          <SearchInput label="Search receivables" placeholder="Company or dealer ID" />
          <ModeInput<'receivables'> source="is_demo" />
        </>
      }
    >
      <DataTable<Receivable>
        label="Receivables"
        empty="No company owes anything or has credit"
        rowClick={billingPath}
        cardAside="balance"
        card={(receivable) => (
          <>
            <CardText>
              Open {dollarsText(receivable.open_amount)}
              {receivable.credit_amount > 0 && `, credit ${dollarsText(receivable.credit_amount)}`}
            </CardText>
            {AGES.filter(([source]) => receivable[source] > 0).map(([source, label]) => (
              <CardText key={source}>
                {label} days: <Overdue amount={receivable[source]} />
              </CardText>
            ))}
          </>
        )}
        actions={({ account_id: id, company_name, is_demo, open_amount }, look) => {
          if (open_amount === 0) return null;
          const name = company_name ?? '';
          const company = { id, name, company_name: name, is_demo_account: is_demo, open_amount };
          return <CompanyPaymentButton company={company} of={name} {...look} />;
        }}
      />
    </List>
  );
}

const AGES = [
  ['days_1_30_amount', '1–30'],
  ['days_31_60_amount', '31–60'],
  ['days_61_90_amount', '61–90'],
  ['days_over_90_amount', 'Over 90'],
] as const;

type AmountOf = (typeof AGES)[number][0] | 'overdue_amount';

/** An overdue amount; 0 reads as a dash. */
function Overdue({ amount }: { readonly amount: number }) {
  if (amount === 0) return NONE;
  return (
    <Box component="span" sx={{ color: 'error.main', fontWeight: 600 }}>
      {dollarsText(amount)}
    </Box>
  );
}

const amount = (label: string): FieldOf<Receivable> => ({ label, type: 'amount', total: true });
const rare = (label: string): FieldOf<Receivable> => ({
  label,
  type: 'rareAmount',
  sortByOrder: 'DESC',
  total: true,
});
const overdue = (source: AmountOf, label: string, columnLabel = label): FieldOf<Receivable> => ({
  ...rare(label),
  columnLabel,
  render: (receivable) => <Overdue amount={receivable[source]} />,
});

const AUTOMATIC = { on: 'On', card_saved: 'Off, card saved', no_card: 'Off' } as const;

const receivableFields: Fields<Receivable> = {
  company_name: {
    label: 'Company',
    unbroken: true,
    render: ({ company_name, is_demo }) => (
      <>
        <Cut>{company_name ?? NONE}</Cut> {is_demo && <DemoBadge />}
      </>
    ),
    csv: ({ company_name }) => company_name,
  },
  dealer_id: {
    label: 'Dealer ID',
    table: 'hidden',
    unbroken: true,
    render: ({ dealer_id }) => dealer_id ?? NONE,
  },
  is_demo: { label: 'Mode', table: false, type: 'mode' },
  current_amount: rare('Current'),
  days_1_30_amount: overdue('days_1_30_amount', '1–30 days overdue', '1–30 days'),
  days_31_60_amount: overdue('days_31_60_amount', '31–60 days overdue', '31–60 days'),
  days_61_90_amount: overdue('days_61_90_amount', '61–90 days overdue', '61–90 days'),
  days_over_90_amount: overdue('days_over_90_amount', 'Over 90 days overdue', 'Over 90 days'),
  overdue_amount: { ...overdue('overdue_amount', 'Overdue'), table: 'hidden' },
  open_amount: amount('Open'),
  credit_amount: rare('Credit'),
  balance: amount('Balance'),
  last_payment_on: {
    label: 'Last payment',
    type: 'day',
    render: ({ last_payment_on, last_payment_amount }) => (
      <>
        {showDate(last_payment_on)}
        {last_payment_amount !== null && <Below>{dollarsText(last_payment_amount)}</Below>}
      </>
    ),
  },
  last_payment_amount: { label: 'Last payment amount', table: false, type: 'amount' },
  next_charge: {
    label: 'Next charge',
    table: 'hidden',
    type: 'amount',
    render: ({ next_charge }) => (next_charge === null ? NONE : dollarsText(next_charge)),
  },
  automatic_payment: {
    label: 'Automatic payment',
    table: 'hidden',
    render: ({ automatic_payment }) => AUTOMATIC[automatic_payment],
    csv: ({ automatic_payment }) => AUTOMATIC[automatic_payment],
  },
};
