import { Box, Typography } from '@mui/material';
import type { Payment } from '@portal/contract';
import { StatusBadge, type Tone } from '../../shared/ui/StatusBadge.tsx';
import { showDollars } from '../format.ts';
import { VerbButton } from '../kit/ActionButton.tsx';
import { type PaymentRefund, retryRefund } from './verbs.ts';

const LOOK: Readonly<Record<PaymentRefund['status'], readonly [Tone, string]>> = {
  requested: ['neutral', 'Requested'],
  refunded: ['success', 'Refunded'],
  failed: ['error', 'Failed'],
};

/** What was to go back of a payment, with the way to try again what failed. */
export function Refunds({ payment }: { readonly payment: Payment }) {
  if (payment.refunds.length === 0) return null;
  return (
    <Box component="section" aria-labelledby="refunds" sx={{ mt: 3 }}>
      <Typography id="refunds" component="h2" variant="h2" sx={{ mb: 1 }}>
        Refunds
      </Typography>
      <Box component="ul" aria-label="Refunds" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {payment.refunds.map((refund) => {
          const [tone, label] = LOOK[refund.status];
          return (
            <Box
              component="li"
              key={refund.id}
              sx={{
                display: 'flex',
                flexWrap: 'wrap',
                alignItems: 'center',
                gap: 1.5,
                py: 1,
                borderTop: 1,
                borderColor: 'divider',
              }}
            >
              <Typography sx={{ fontWeight: 600, minWidth: 90 }}>{showDollars(refund.amount)}</Typography>
              <StatusBadge tone={tone}>{label}</StatusBadge>
              {refund.can_retry ? (
                <VerbButton verb={retryRefund(payment, refund)} record={payment} variant="outlined" />
              ) : (
                refund.status === 'failed' && (
                  <Typography variant="body2" color="text.secondary">
                    It was requested again.
                  </Typography>
                )
              )}
            </Box>
          );
        })}
      </Box>
    </Box>
  );
}
