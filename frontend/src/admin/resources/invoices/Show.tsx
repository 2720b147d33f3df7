import PdfIcon from '@mui/icons-material/PictureAsPdfOutlined';
import { Box, Button, Table, TableBody, TableCell, TableFooter, TableRow, Typography } from '@mui/material';
import {
  correctionsOf,
  creditNotesOf,
  type InvoiceDetail,
  type InvoiceItem,
  openRowsOf,
  paths,
  paymentNotesOf,
  refundNotesOf,
} from '@portal/contract';
import { useCreatePath } from 'react-admin';
import { CorrectionText } from '../../../parts/invoice/CorrectionText.tsx';
import { DifferencesPanel } from '../../../parts/invoice/DifferencesPanel.tsx';
import { MoreItems } from '../../../parts/invoice/MoreItems.tsx';
import { useInvoiceItems } from '../../../parts/invoice/useInvoiceItems.ts';
import { formatMonth } from '../../../shared/months.ts';
import { dollarsText, NONE, showCount, showDate, showPlace } from '../../../shared/text.ts';
import { Facts } from '../../../shared/ui/Facts.tsx';
import { HeadRow } from '../../kit/HeadRow.tsx';
import { timelineTab } from '../../kit/History.tsx';
import { useReadAnew } from '../../kit/live.ts';
import { RecordPage } from '../../kit/RecordPage.tsx';
import { ReplayPanel } from '../../kit/Replay.tsx';
import { CompanyName, linkFact, RecordLink } from '../../records/links.tsx';
import { InvoiceStatus, paidBy, RATE_SOURCES } from '../../records/states.tsx';
import InvoiceTools from './InvoiceTools.tsx';

/** An invoice with its items, history and actions. */
export default function InvoiceShow() {
  // the list's rows hold no lines
  useReadAnew('invoices');
  const createPath = useCreatePath();
  return (
    <RecordPage<InvoiceDetail>
      listLabel="Invoices"
      noun="invoice"
      title={(invoice) => invoice.invoice_number}
      lead={(invoice) => (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
          <InvoiceStatus invoice={invoice} />
          <Typography component="span">{formatMonth(invoice.period)}</Typography>
        </Box>
      )}
      actions={(invoice) => (
        <Button
          size="small"
          variant="outlined"
          startIcon={<PdfIcon />}
          href={paths.admin.invoicePdf(invoice.id)}
          download
        >
          Download PDF
        </Button>
      )}
      tabs={(invoice) => [
        {
          key: 'details',
          label: 'Invoice',
          content: (
            <Box sx={{ p: 3 }}>
              <Facts facts={[...headOf(invoice), ...moneyOf(invoice), ...linksOf(invoice)]} />
              <Box sx={{ mt: 3 }}>
                <DifferencesPanel
                  path={paths.invoiceDifferences(invoice.id)}
                  what="invoice"
                  linkTo={(id) => createPath({ resource: 'invoices', type: 'show', id })}
                />
              </Box>
              <InvoiceItems invoice={invoice} />
            </Box>
          ),
        },
        {
          key: 'replay',
          label: 'Replay',
          content: (
            <Box sx={{ p: { xs: 2, sm: 3 } }}>
              <ReplayPanel invoiceId={invoice.id} />
            </Box>
          ),
        },
        timelineTab('invoice', invoice.id),
      ]}
    >
      {(invoice) => <InvoiceTools invoice={invoice} />}
    </RecordPage>
  );
}

const NOT_AVAILABLE = 'N/A';

function headOf({ account_id, user, invoice_date, due_date }: InvoiceDetail) {
  const shown = (text: string | null | undefined) => text || NOT_AVAILABLE;
  return [
    { label: 'Company', value: <CompanyName id={account_id} /> },
    {
      label: 'Bill To',
      value: [
        shown(user?.company),
        shown(user?.name),
        shown(user?.address),
        user === null ? NOT_AVAILABLE : showPlace(user.city ?? '', user.state ?? '', user.zip ?? ''),
        shown(user?.email),
      ].join('\n'),
    },
    { label: 'Invoice date', value: showDate(invoice_date) },
    { label: 'Due date', value: showDate(due_date) },
  ];
}

function moneyOf(invoice: InvoiceDetail) {
  const { status, total_amount, payment_date, payment_reference, refunds, credited_amount } = invoice;
  const { credit_spent_amount: spent, credit_moves, payments, unused_credit_amount: unused } = invoice;
  // a single full payment shows as day and method
  const [only] = payments;
  const isSimple =
    status === 'paid' &&
    payments.length <= 1 &&
    (only?.amount ?? 0) <= total_amount &&
    (invoice.payment_moves ?? []).length === 0;
  return [
    { label: 'Total', value: dollarsText(total_amount) },
    ...(status === 'paid'
      ? [
          { label: 'Paid on', value: showDate(payment_date) },
          {
            label: 'Paid by',
            value: [paidBy(invoice), payment_reference].filter(Boolean).join(', '),
          },
        ]
      : []),
    ...(isSimple || payments.length === 0
      ? []
      : [{ label: 'Payments', value: paymentNotesOf(invoice).join('\n') }]),
    ...(credit_moves.length > 0
      ? [{ label: 'Account credit', value: creditNotesOf(invoice).join('\n') }]
      : spent === 0
        ? []
        : [{ label: 'Settled by credit', value: dollarsText(spent) }]),
    ...(refunds.length === 0
      ? []
      : [
          {
            label: 'Refunds',
            value: refundNotesOf(invoice).join('\n'),
          },
        ]),
    ...(credited_amount === 0 ? [] : [{ label: 'Credited', value: dollarsText(credited_amount) }]),
    ...(unused === 0 ? [] : [{ label: 'Unused credit', value: dollarsText(unused) }]),
  ];
}

function linksOf({ replaces, replaced_by, carried_to, proof }: InvoiceDetail) {
  return [
    ...linkFact('Replaces', 'invoices', replaces, 'Open that invoice'),
    ...linkFact('Replaced by', 'invoices', replaced_by, 'Open that invoice'),
    ...linkFact('Carried to', 'invoices', carried_to, 'Open that invoice'),
    {
      label: 'Based on event',
      value: proof === null || proof === undefined ? NONE : `#${proof.cut_seq.toLocaleString('en-US')}`,
    },
  ];
}

/** The lines of an invoice with their rates. */
function InvoiceItems({ invoice }: { readonly invoice: InvoiceDetail }) {
  const { items, ...parts } = useInvoiceItems(invoice);
  return (
    <Box
      role="region"
      aria-label="Invoice items"
      tabIndex={0}
      sx={{ overflowX: 'auto', mt: 3, '& th, & td': { px: { xs: 0.5, sm: 2 } } }}
    >
      <Table size="small">
        <HeadRow
          columns={['Description', { figure: 'Quantity' }, { figure: 'Rate' }, { figure: 'Amount' }]}
        />
        <TableBody>
          {items.length === 0 && (
            <TableRow>
              <TableCell colSpan={4}>No invoice items found</TableCell>
            </TableRow>
          )}
          {items.map((item) => (
            <Line key={item.id} item={item} corrections={correctionsOf(invoice, item)} />
          ))}
          {parts.more > 0 && (
            <TableRow>
              <TableCell colSpan={4}>
                <MoreItems invoiceId={invoice.id} {...parts} />
              </TableCell>
            </TableRow>
          )}
        </TableBody>
        <TableFooter>
          {[
            ['Subtotal', dollarsText(invoice.total_amount)],
            ['Tax', dollarsText(0)],
            ['Total', dollarsText(invoice.total_amount)],
            ...openRowsOf(invoice),
          ].map(([label, amount]) => (
            <TableRow key={label}>
              <TableCell
                component="th"
                scope="row"
                colSpan={3}
                align="right"
                sx={{ color: 'text.primary', fontSize: '0.875rem' }}
              >
                {label}
              </TableCell>
              <TableCell
                align="right"
                sx={{ color: 'text.primary', fontSize: '0.875rem', fontVariantNumeric: 'tabular-nums' }}
              >
                {amount}
              </TableCell>
            </TableRow>
          ))}
        </TableFooter>
      </Table>
      {correctionsOf(invoice, null).map((correction) => (
        <Typography
          key={`${correction.name} ${correction.text} ${correction.reason}`}
          variant="body2"
          color="text.secondary"
          sx={{ mt: 1.5 }}
        >
          <CorrectionText {...correction} />
        </Typography>
      ))}
    </Box>
  );
}

interface LineProps {
  readonly item: InvoiceItem;
  readonly corrections: InvoiceDetail['corrections'];
}

function Line({ item, corrections }: LineProps) {
  const { description, quantity, unit_price, amount, site_id, site, rate_source } = item;
  return (
    <TableRow>
      <TableCell>
        {site_id === null ? (
          description
        ) : (
          <RecordLink resource="sites" id={site_id}>
            {site?.site_name || description}
          </RecordLink>
        )}
        {rate_source !== null && (
          <Typography variant="body2" color="text.secondary">
            {RATE_SOURCES[rate_source]}
          </Typography>
        )}
        {corrections.map(({ text, reason }) => (
          <Typography key={`${text} ${reason}`} variant="body2" color="text.secondary">
            {text}: {reason}
          </Typography>
        ))}
      </TableCell>
      <TableCell align="right">{showCount(quantity)}</TableCell>
      <TableCell align="right" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {dollarsText(unit_price)}
      </TableCell>
      <TableCell align="right" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {dollarsText(amount)}
      </TableCell>
    </TableRow>
  );
}
