import { Box } from '@mui/material';
import type { Payment } from '@portal/contract';
import { StatusBadge, type Tone } from '../../shared/ui/StatusBadge.tsx';
import { showDollars } from '../format.ts';
import { TestMode } from './TestMode.tsx';

const LOOK: Readonly<Record<Payment['status'], readonly [Tone, string]>> = {
  started: ['neutral', 'Started'],
  declined: ['warning', 'Declined'],
  failed: ['error', 'Failed'],
  succeeded: ['success', 'Succeeded'],
  refunded: ['neutral', 'Refunded'],
  disputed: ['error', 'Disputed'],
};

/** How an attempt to pay stands; money that nothing claimed; whether it was real money (decisions B24). */
export function PaymentStatus({ payment }: { readonly payment: Payment }) {
  const [tone, label] = LOOK[payment.status];
  return (
    <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', gap: 0.5 }}>
      <StatusBadge tone={tone}>{label}</StatusBadge>
      {payment.unclaimed_amount > 0 && (
        <StatusBadge tone="warning">{`${showDollars(payment.unclaimed_amount)} unclaimed`}</StatusBadge>
      )}
      {payment.test_mode && <TestMode />}
    </Box>
  );
}
