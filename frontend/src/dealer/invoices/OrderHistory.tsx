import { Box, Button, Typography } from '@mui/material';
import { type Order, paths } from '@portal/contract';
import { useState } from 'react';
import { WithDispute } from '../../parts/invoice/InvoiceStatus.tsx';
import { useDownload } from '../../shared/http/download.ts';
import { dateText, dollarsText } from '../../shared/text.ts';
import { EmptyState } from '../../shared/ui/LoadProblem.tsx';
import { Muted } from '../../shared/ui/Muted.tsx';
import { Section } from '../../shared/ui/Section.tsx';
import { StatusBadge, type Tone } from '../../shared/ui/StatusBadge.tsx';

/** Orders shown at first, and added by each click. */
const STEP = 10;

const STATUS: Readonly<Record<Order['status'], { readonly tone: Tone; readonly text: string }>> = {
  unpaid: { tone: 'neutral', text: 'Not paid' },
  paid: { tone: 'warning', text: 'Paid' },
  fulfilled: { tone: 'success', text: 'Completed' },
  rejected: { tone: 'error', text: 'Rejected' },
};

function wordsOf({ kind, entries }: Order): string {
  const [first] = entries;
  if (kind === 'sites') return `${entries.length} sites`;
  const noun = kind === 'site' ? 'Site' : 'Migration';
  return first ? `${noun} ${first.name}` : noun;
}

/** What went back to the card, as the end of a sentence. */
const returnedText = ({ refunded_amount: refunded, taken_back_amount: taken }: Order) =>
  [
    refunded > 0 ? `, ${dollarsText(refunded)} refunded` : '',
    taken > 0 ? `, ${dollarsText(taken)} taken back by the bank` : '',
  ].join('');

function OrderRow({ order }: { readonly order: Order }) {
  const { busy, start } = useDownload();
  const { tone, text } = STATUS[order.status];
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gap: 1.25,
        alignItems: { xs: 'baseline', md: 'center' },
        gridTemplateColumns: { xs: 'minmax(0, 1fr) auto', md: 'minmax(0, 1fr) auto auto auto' },
        px: { xs: 2, sm: 3 },
        py: 1.75,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography component="h3" variant="h3">
          {order.order_number}
        </Typography>
        <Muted>
          {wordsOf(order)},{' '}
          <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
            {dateText(order.placed_on)}
          </Box>
          {returnedText(order)}
        </Muted>
      </Box>
      <WithDispute dispute={order.dispute}>
        <StatusBadge tone={tone}>{text}</StatusBadge>
      </WithDispute>
      <Typography
        sx={{
          // on a phone beside the number
          gridArea: { xs: '1 / 2', md: 'auto' },
          textAlign: 'right',
          fontWeight: 650,
          fontVariantNumeric: 'tabular-nums',
        }}
      >
        {dollarsText(order.total_amount)}
      </Typography>
      <Box sx={{ textAlign: 'right' }}>
        {order.paid_on !== null && (
          <Button
            size="small"
            variant="outlined"
            aria-label={`Receipt of ${order.order_number}`}
            aria-disabled={busy}
            onClick={() => start(paths.orderReceipt(order.id), `${order.order_number}.pdf`)}
          >
            Receipt
          </Button>
        )}
      </Box>
    </Box>
  );
}

/** One-time orders with their receipts. */
export default function OrderHistory({ orders }: { readonly orders: readonly Order[] }) {
  const [shown, setShown] = useState(STEP);
  return (
    <Section title="Orders" flush>
      {orders.length === 0 && <EmptyState text="No orders found" />}
      <Box component="ul" aria-label="Orders" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {orders.slice(0, shown).map((order) => (
          <OrderRow key={order.id} order={order} />
        ))}
      </Box>
      {orders.length > shown && (
        <Box sx={{ p: 2, textAlign: 'center', borderTop: 1, borderColor: 'divider' }}>
          <Button size="small" onClick={() => setShown(shown + STEP)}>
            Show more ({shown} of {orders.length} shown)
          </Button>
        </Box>
      )}
    </Section>
  );
}
