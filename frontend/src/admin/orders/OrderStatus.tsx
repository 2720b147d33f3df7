import { Box } from '@mui/material';
import type { Order } from '@portal/contract';
import { StatusBadge, type Tone } from '../../shared/ui/StatusBadge.tsx';
import { TestMode } from '../payments/TestMode.tsx';

const LOOK: Readonly<Record<Order['status'], readonly [Tone, string]>> = {
  unpaid: ['neutral', 'Unpaid'],
  paid: ['warning', 'Paid'],
  fulfilled: ['success', 'Fulfilled'],
  rejected: ['error', 'Rejected'],
};

/** How an order stands, and whether test money paid it (decisions B24). */
export function OrderStatus({ order }: { readonly order: Order }) {
  const [tone, label] = LOOK[order.status];
  return (
    <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', gap: 0.5 }}>
      <StatusBadge tone={tone}>{label}</StatusBadge>
      {order.test_mode && <TestMode />}
    </Box>
  );
}

/** What was ordered, in words. */
export function orderedText({ kind, entries }: Pick<Order, 'kind' | 'entries'>): string {
  const [first] = entries;
  if (kind === 'sites' && entries.length > 1) return `${entries.length} sites`;
  const what = kind === 'migration' ? 'Migration' : 'New site';
  return first === undefined ? what : `${what}: ${first.name}`;
}
