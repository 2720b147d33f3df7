import PdfIcon from '@mui/icons-material/PictureAsPdfOutlined';
import { Box, Button, Table, TableBody, TableCell, TableFooter, TableRow, Typography } from '@mui/material';
import { cardText, type Order, type Payment, paths } from '@portal/contract';
import { dollarsText, NONE } from '../../../shared/text.ts';
import { Facts } from '../../../shared/ui/Facts.tsx';
import { HeadRow } from '../../kit/HeadRow.tsx';
import { Timeline } from '../../kit/History.tsx';
import { RelatedList } from '../../kit/RelatedList.tsx';
import { Unbroken } from '../../kit/Unbroken.tsx';
import { RecordLink } from '../../records/links.tsx';
import { OrderStatus } from '../../records/states.tsx';
import { factsOf } from '../../ui/fields.tsx';
import { Show } from '../../ui/Show.tsx';
import { Tab, TabbedShowLayout } from '../../ui/TabbedShowLayout.tsx';
import { PaymentLine } from '../payments/parts.tsx';
import { orderFields } from './fields.tsx';
import { RefundOrder } from './RefundOrder.tsx';

/** An order with its items, payments and history. */
export default function OrderShow() {
  return (
    <Show<Order>
      noun="order"
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
    >
      {(order) => (
        <TabbedShowLayout label="Parts of this order">
          <Tab label="Order" path="details">
            <Box sx={{ p: 3, display: 'grid', gap: 3 }}>
              <Facts facts={factsOfOrder(order)} />
              <Entries order={order} />
              <Items order={order} />
            </Box>
          </Tab>
          <Tab label="Payments" path="payments">
            <RelatedList<Payment>
              resource="payments"
              target="order_id"
              id={order.id}
              label="Payments"
              empty="No payments found"
              row={(payment) => <PaymentLine payment={payment} />}
            />
          </Tab>
          <Tab label="History" path="history">
            <Timeline kind="order" id={order.id} />
          </Tab>
        </TabbedShowLayout>
      )}
    </Show>
  );
}

function factsOfOrder(order: Order) {
  const { card } = order;
  return [
    ...factsOf(orderFields, order, ['company_name', 'kind', 'placed_on', 'paid_on']),
    { label: 'Card', value: card === null ? NONE : cardText(card) },
    { label: 'Total', value: dollarsText(order.total_amount) },
    ...factsOf(orderFields, order, ['refunded_amount']),
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
