import { Box } from '@mui/material';
import type { PaymentMethod } from '@portal/contract';
import { cardText } from '../../dealer/paymentMethod/cardText.ts';
import { dateText } from '../../shared/dateText.ts';
import { Notice } from '../../shared/ui/Notice.tsx';

/** When and why the company's saved card was declined, and what that stops; nothing of a card that was not. */
export function DeclinedCard({ card }: { readonly card: NonNullable<PaymentMethod> }) {
  const { declined, autoPay } = card;
  if (declined === null) return null;
  return (
    <Box sx={{ mb: 3 }}>
      <Notice tone="warning">
        The saved card, {cardText(card)}, was declined on {dateText(declined.on)}. The dealer was told: “
        {declined.message}”
        {autoPay && ' Automatic payment stops until the dealer replaces the card or pays with it.'}
      </Notice>
    </Box>
  );
}
