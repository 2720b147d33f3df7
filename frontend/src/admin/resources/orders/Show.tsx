import RefundIcon from '@mui/icons-material/CurrencyExchangeOutlined';
import { Box, Table, TableBody, TableCell, TableFooter, TableRow, Typography } from '@mui/material';
import { cardText, type Order, type Payment, paths, refundOrderSchema } from '@portal/contract';
import { ReasonField } from '../../../shared/form/Field.tsx';
import { useZodForm } from '../../../shared/form/Form.tsx';
import { dollarsText, momentText, NONE } from '../../../shared/text.ts';
import { Facts } from '../../../shared/ui/Facts.tsx';
import { usePortal } from '../../dataProvider/index.ts';
import { DialogButton } from '../../kit/ActionButton.tsx';
import { useAllowed } from '../../kit/access.ts';
import { CommandDialog } from '../../kit/CommandDialog.tsx';
import { Timeline } from '../../kit/History.tsx';
import { HeadRow, PdfButton, RowName, Unbroken } from '../../kit/parts.tsx';
import { RelatedList } from '../../kit/RelatedList.tsx';
import { RecordLink, someFact } from '../../records/links.tsx';
import { OrderStatus, PaymentStatus } from '../../records/states.tsx';
import { factsOf } from '../../ui/fields.tsx';
import { Show } from '../../ui/Show.tsx';
import { Tab, TabbedShowLayout } from '../../ui/TabbedShowLayout.tsx';
import { AmountField } from '../invoices/parts.tsx';
import { orderFields } from './fields.tsx';

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
            <PdfButton label="Receipt" href={paths.admin.orderReceipt(order.id)} variant="outlined" />
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
            <RelatedList
              resource="payments"
              filter={{ order_id: order.id }}
              label="Payments"
              empty="No payments found"
              name={(payment: Payment) => dollarsText(payment.amount)}
              text={({ created_at: at, message }) => [momentText(at), message].filter(Boolean).join(' · ')}
            >
              {(payment) => <PaymentStatus payment={payment} />}
            </RelatedList>
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
  const { card, taken_back_amount: taken } = order;
  return [
    ...factsOf(orderFields, order, ['company_name', 'kind', 'placed_on', 'paid_on']),
    { label: 'Card', value: card === null ? NONE : cardText(card) },
    { label: 'Total', value: dollarsText(order.total_amount) },
    ...factsOf(orderFields, order, ['refunded_amount']),
    ...someFact('Taken back by the bank', taken !== 0 && dollarsText(taken)),
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
            {outcome === 'created' ? <RecordLink resource={resource} id={id} text={name} /> : name}{' '}
            <Unbroken text={`· ${dollarsText(amount)} · ${OUTCOMES[outcome]}`} />
          </li>
        ))}
      </Box>
    </Box>
  );
}

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
              <TableCell align="right">{amount === 0 ? 'Included' : dollarsText(amount)}</TableCell>
            </TableRow>
          ))}
        </TableBody>
        <TableFooter>
          <TableRow>
            <RowName>Total</RowName>
            <TableCell align="right">{dollarsText(order.total_amount)}</TableCell>
          </TableRow>
        </TableFooter>
      </Table>
    </Box>
  );
}

function RefundOrder({ order }: { readonly order: Order }) {
  if (!useAllowed({ resource: 'orders', name: 'refund' }, order)) return null;
  return (
    <DialogButton
      needs="money"
      label="Refund"
      icon={RefundIcon}
      variant="outlined"
      dialog={(close) => <RefundOrderDialog order={order} onClose={close} />}
    />
  );
}

/** Refunds all or part of an order to the card that paid it (rule B48). */
function RefundOrderDialog({ order, onClose }: { readonly order: Order; readonly onClose: () => void }) {
  const portal = usePortal();
  const form = useZodForm(refundOrderSchema, { amount: order.refundable_amount.toFixed(2), reason: '' });
  return (
    <CommandDialog
      title={`Refund ${order.order_number}`}
      form={form}
      submitLabel="Refund to the card"
      keepAs={order.id}
      send={(values) => portal.refundOrder(order.id, values)}
      done="Refund started"
      failed="Failed to refund order"
      onClose={onClose}
    >
      <Typography color="text.secondary">
        What was ordered stays as it is. The dealer is told the amount and the reason by email.
      </Typography>
      <AmountField hint={`At most ${dollarsText(order.refundable_amount)}.`} />
      <ReasonField needed />
    </CommandDialog>
  );
}
