import RemindIcon from '@mui/icons-material/ForwardToInboxOutlined';
import { Alert, Box, Typography } from '@mui/material';
import type { Collection, ReminderPreview } from '@portal/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useCreatePath } from 'react-admin';
import { messageOf } from '../../../shared/http/http.ts';
import { counted, NONE, showDate } from '../../../shared/text.ts';
import { usePortal } from '../../dataProvider/index.ts';
import { PromiseButton } from '../../dealerBilling/actions.tsx';
import { ActionButton, BulkActionButton } from '../../kit/ActionButton.tsx';
import { type ActionEffectProps, type BulkAction, Refusals } from '../../kit/ActionDialog.tsx';
import { CompanyName } from '../../records/links.tsx';
import { Badges, DemoBadge } from '../../records/states.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { Below, CardText, type Fields } from '../../ui/fields.tsx';
import { CompanyFilter, ModeInput, SearchInput, SelectInput } from '../../ui/filterInputs.tsx';
import { List } from '../../ui/List.tsx';
import { RecordPaymentButton, RecordPaymentsButton } from '../invoices/actions.tsx';

const TABS = {
  label: 'Overdue invoices by age',
  source: 'age',
  tabs: {
    All: {},
    '1–30 days': '1-30',
    '31–60 days': '31-60',
    '61–90 days': '61-90',
    'Over 90 days': 'over-90',
  },
} as const;

const PROMISES = { Promised: 'running', Broken: 'broken', None: 'none' };

/** Overdue invoices by age, each with what was done to have it paid. */
export default function CollectionList() {
  const createPath = useCreatePath();
  return (
    <List
      resource="collections"
      title="Collections"
      lead="Overdue invoices by age, with the last reminder and what the company promised."
      sort={{ field: 'days_overdue', order: 'DESC' }}
      fields={collectionFields}
      tabs={TABS}
      filters={
        <>
          <SearchInput label="Search overdue invoices" placeholder="Invoice # or company" />
          <CompanyFilter />
          <SelectInput<'collections'> source="promise" label="Promise" choices={PROMISES} />
          <ModeInput<'collections'> source="is_demo" />
        </>
      }
    >
      <DataTable<Collection>
        label="Overdue invoices"
        empty="No overdue invoices found"
        rowClick={({ id }) => createPath({ resource: 'invoices', id, type: 'show' })}
        cardAside="open_amount"
        card={(invoice) => (
          <>
            <CompanyName id={invoice.account_id} />
            <CardText>
              Due {showDate(invoice.due_date)}, {counted(invoice.days_overdue, 'day')} overdue
            </CardText>
            <CardText>
              {invoice.last_reminder === null
                ? 'No reminder'
                : `Reminder ${showDate(invoice.last_reminder_on)}, ${kindOf(invoice.last_reminder)}`}
              {invoice.has_question && `, ${PAUSED}`}
            </CardText>
            {invoice.promised_on !== null && (
              <CardText>
                {promiseText(invoice)}: {invoice.promise_note}
              </CardText>
            )}
            {invoice.card !== 'none' && <CardText>Card {CARDS[invoice.card].toLowerCase()}</CardText>}
          </>
        )}
        bulkActionButtons={() => (
          <>
            <BulkActionButton action={sendReminder} />
            <RecordPaymentsButton />
          </>
        )}
        actions={(invoice, look) => (
          <>
            <ActionButton action={sendReminder} record={invoice} variant="icon" {...look} />
            <PromiseButton
              company={{ id: invoice.account_id }}
              of={invoice.company_name ?? ''}
              variant="icon"
              {...look}
            />
            <RecordPaymentButton invoice={{ ...invoice, status: 'pending' }} {...look} />
          </>
        )}
      />
    </List>
  );
}

const PAUSED = 'paused by a question';

/** Which reminder was the last one. */
function kindOf({ kind, days }: NonNullable<Collection['last_reminder']>): string {
  if (days === null) return 'by hand';
  return kind === 'due_soon' ? 'before it was due' : `step of ${counted(days, 'day')}`;
}

const promiseText = ({ promise, promised_on: on }: Collection) => {
  if (promise === 'none') return NONE;
  return promise === 'broken' ? `Broken ${showDate(on)}` : `By ${showDate(on)}`;
};

const CARDS = { none: NONE, saved: 'Saved', expired: 'Expired', declined: 'Declined' } as const;

const collectionFields: Fields<Collection> = {
  invoice_number: {
    label: 'Invoice #',
    unbroken: true,
    render: ({ invoice_number, is_demo }) => (
      <Badges>
        {invoice_number} {is_demo && <DemoBadge />}
      </Badges>
    ),
    csv: ({ invoice_number }) => invoice_number,
  },
  company_name: { label: 'Company', render: ({ account_id }) => <CompanyName id={account_id} /> },
  due_date: { label: 'Due Date', table: false, type: 'day' },
  days_overdue: {
    label: 'Days overdue',
    columnLabel: 'Overdue',
    type: 'count',
    render: ({ days_overdue, due_date }) => (
      <>
        {counted(days_overdue, 'day')}
        <Below>due {showDate(due_date)}</Below>
      </>
    ),
  },
  total_amount: { label: 'Amount', table: false, type: 'amount' },
  open_amount: { label: 'Open', type: 'amount', total: true },
  last_reminder_on: {
    label: 'Last reminder',
    type: 'day',
    render: ({ last_reminder: last, last_reminder_on, has_question }) => (
      <>
        {showDate(last_reminder_on)}
        {has_question ? <Below color="warning.main">{PAUSED}</Below> : last && <Below>{kindOf(last)}</Below>}
      </>
    ),
  },
  last_reminder: {
    label: 'Kind of reminder',
    table: false,
    csv: ({ last_reminder: last }) => last && kindOf(last),
  },
  has_question: {
    label: 'Reminders paused',
    table: false,
    csv: ({ has_question }) => (has_question ? 'Open question' : ''),
  },
  promised_on: {
    label: 'Promise to pay',
    columnLabel: 'Promise',
    unbroken: true,
    render: (invoice) => (
      <>
        <Box
          component="span"
          sx={invoice.promise === 'broken' ? { color: 'error.main', fontWeight: 600 } : {}}
        >
          {promiseText(invoice)}
        </Box>
        {invoice.promise_note !== null && <Below>{invoice.promise_note}</Below>}
      </>
    ),
  },
  promise_note: { label: 'Note of the promise', table: false },
  card: {
    label: 'Card',
    render: ({ card }) => CARDS[card],
    csv: ({ card }) => (card === 'none' ? '' : CARDS[card]),
  },
  is_demo: { label: 'Mode', table: false, type: 'mode' },
};

/** Mails a reminder of overdue invoices, beside the steps of dunning. */
const sendReminder: BulkAction<Collection> = {
  resource: 'collections',
  name: 'remind',
  label: 'Send reminder',
  icon: RemindIcon,
  question: ({ invoice_number }) => `Send a reminder of ${invoice_number}?`,
  bulkQuestion: (count) => `Send reminders of ${count} invoices?`,
  effect: ReminderEffect,
  consequences: [
    'Everybody who gets mails about the invoice gets one.',
    'The steps of dunning go on as set: this reminder is none of them.',
  ],
  done: 'Reminder sent',
  failed: 'Failed to send the reminder.',
  run: (portal, id) => portal.sendReminder(id),
};

/** How many mails go to how many companies, and which are left out. */
function ReminderEffect({ ids, onIdle }: ActionEffectProps) {
  const portal = usePortal();
  const { data, error } = useQuery({
    queryKey: ['reminders', ids],
    queryFn: () => portal.previewReminders(ids.map(String)),
    gcTime: 0,
  });
  const sent = data?.filter(({ refusal }) => refusal === null) ?? [];
  const isIdle = data !== undefined && sent.length === 0;
  useEffect(() => onIdle(isIdle), [isIdle, onIdle]);
  if (error !== null)
    return <Alert severity="warning">{messageOf(error, 'The number of mails could not be read.')}</Alert>;
  const refused = (data ?? []).flatMap(({ invoice_number: name, refusal: cause }) =>
    cause === null ? [] : [{ name, cause }],
  );
  return (
    <Box sx={{ mb: 2 }}>
      <Typography role="status" sx={{ fontWeight: 600 }}>
        {data === undefined ? 'Counting the mails...' : mailsOf(sent)}
      </Typography>
      {refused.length > 0 && (
        <Alert severity="warning" sx={{ mt: 1 }}>
          Not sent:
          <Refusals refused={refused} />
        </Alert>
      )}
    </Box>
  );
}

function mailsOf(sent: readonly ReminderPreview[]): string {
  if (sent.length === 0) return 'Nothing can be sent now.';
  const mails = sent.reduce((sum, one) => sum + one.mails, 0);
  const companies = new Set(sent.map(({ account_id }) => account_id)).size;
  return `${counted(mails, 'mail')} to ${counted(companies, 'company', 'companies')}.`;
}
