import PdfIcon from '@mui/icons-material/PictureAsPdfOutlined';
import { Box, Button, Table, TableBody, TableCell, TableFooter, TableRow, Typography } from '@mui/material';
import { cardText, type Order, type Payment, paths } from '@portal/contract';
import { dollarsText, NONE, showDate } from '../../shared/text.ts';
import { Facts } from '../../shared/ui/Facts.tsx';
import { HeadRow } from '../kit/HeadRow.tsx';
import { timelineTab } from '../kit/History.tsx';
import { RecordPage } from '../kit/RecordPage.tsx';
import { relatedTab } from '../kit/RelatedList.tsx';
import { Unbroken } from '../kit/Unbroken.tsx';
import { PaymentLine } from '../payments/parts.tsx';
import { CompanyName, RecordLink } from '../records/links.tsx';
import { OrderStatus, orderedText } from '../records/states.tsx';
import { RefundOrder } from './RefundOrder.tsx';

/** An order with its items, payments and history. */
export default function OrderShow() {
  return (
    <RecordPage<Order>
      listLabel="Orders"
      noun="order"
      title={(order) => order.order_number}
      lead={(order) => <OrderStatus order={order} />}
      actions={(order) =>
        order.paid_on !== null && (
          <>
            <RefundOrder order={order} />
            <Button
              size="small"
              variant="outlined"
              startIcon={<PdfIcon />}
              href={paths.admin.orderReceipt(order.id)}
              download
            >
              Receipt
            </Button>
          </>
        )
      }
      tabs={(order) => [
        {
          key: 'details',
          label: 'Order',
          content: (
            <Box sx={{ p: 3, display: 'grid', gap: 3 }}>
              <Facts facts={factsOf(order)} />
              <Entries order={order} />
              <Items order={order} />
            </Box>
          ),
        },
        relatedTab<Payment>('payments', {
          resource: 'payments',
          target: 'order_id',
          id: order.id,
          label: 'Payments',
          empty: 'No payments found',
          row: (payment) => <PaymentLine payment={payment} />,
        }),
        timelineTab('order', order.id),
      ]}
    />
  );
}

function factsOf(order: Order) {
  const { card } = order;
  return [
    { label: 'Company', value: <CompanyName id={order.account_id} /> },
    { label: 'Ordered', value: orderedText(order) },
    { label: 'Placed', value: showDate(order.placed_on) },
    { label: 'Paid on', value: showDate(order.paid_on) },
    { label: 'Card', value: card === null ? NONE : cardText(card) },
    { label: 'Total', value: dollarsText(order.total_amount) },
    {
      label: 'Refunded',
      value: order.refunded_amount === 0 ? NONE : dollarsText(order.refunded_amount),
    },
    ...(order.taken_back_amount === 0
      ? []
      : [{ label: 'Taken back by the bank', value: dollarsText(order.taken_back_amount) }]),
  ];
}

const OUTCOMES: Readonly<Record<Order['entries'][number]['outcome'], string>> = {
  waiting: 'Awaiting payment',
  created: 'Created',
  rejected: 'Rejected',
};

function Entries({ order }: { readonly order: Order }) {
  const resource = order.kind === 'migration' ? 'migrations' : 'sites';
  return (
    <Box component="section">
      <Typography component="h2" variant="h2" sx={{ mb: 1 }}>
        What was ordered
      </Typography>
      <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
        {order.entries.map(({ id, name, amount, outcome }) => (
          <li key={id}>
            {outcome === 'created' ? (
              <RecordLink resource={resource} id={id}>
                {name}
              </RecordLink>
            ) : (
              name
            )}{' '}
            <Unbroken text={`· ${dollarsText(amount)} · ${OUTCOMES[outcome]}`} />
          </li>
        ))}
      </Box>
    </Box>
  );
}

const FIGURE = { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' } as const;

const TOTAL = { color: 'text.primary', fontSize: '0.875rem', fontWeight: 600 } as const;

/** What each item cost, and the total. */
function Items({ order }: { readonly order: Order }) {
  if (order.items.length === 0) return null;
  return (
    <Box component="section">
      <Typography component="h2" variant="h2" sx={{ mb: 1 }}>
        Price
      </Typography>
      <Table size="small" aria-label="Price" sx={{ maxWidth: 560, '& th, & td': { px: 0 } }}>
        <HeadRow columns={['Item', { figure: 'Amount' }]} />
        <TableBody>
          {order.items.map(({ name, amount }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no id and never move
            <TableRow key={`${index} ${name}`}>
              <TableCell>{name}</TableCell>
              <TableCell align="right" sx={FIGURE}>
                {amount === 0 ? 'Included' : dollarsText(amount)}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
        <TableFooter>
          <TableRow>
            <TableCell component="th" scope="row" sx={TOTAL}>
              Total
            </TableCell>
            <TableCell align="right" sx={{ ...FIGURE, ...TOTAL }}>
              {dollarsText(order.total_amount)}
            </TableCell>
          </TableRow>
        </TableFooter>
      </Table>
    </Box>
  );
}
