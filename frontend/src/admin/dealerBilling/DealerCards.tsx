import { Box } from '@mui/material';
import { type Account, type BillingSummary, cardText, type PaymentMethod } from '@portal/contract';
import { centsFromDollars, formatDollars, SYSTEM_READER_RATE_CENTS } from '@portal/domain/values';
import { estimateText } from '../../parts/invoice/texts.ts';
import { counted, dateText, dollarsText, showCount } from '../../shared/text.ts';
import { Notice } from '../../shared/ui/Notice.tsx';
import { Figure, FigureGrid } from '../ui/cards.tsx';

/** The default rate, the system's where the account has none (rule B1); struck through beside the promotional one while that is active (rule B4). */
function Rate({ account }: { readonly account: Account }) {
  const { promotional_reader_rate: promotional, promotional_pricing_active: active } = account;
  const standard = formatDollars(
    account.default_reader_rate === null
      ? SYSTEM_READER_RATE_CENTS
      : centsFromDollars(account.default_reader_rate),
  );
  if (!active || promotional === null) return <>{standard}</>;
  return (
    <>
      <Box component="s" sx={{ color: 'text.secondary', fontWeight: 400, mr: 1 }}>
        {standard}
      </Box>
      {dollarsText(promotional)}
    </>
  );
}

function rateNote({ default_reader_rate, promotional_pricing_active, promotional_months }: Account): string {
  if (promotional_pricing_active) return `Promotional for ${promotional_months} months of each site`;
  return default_reader_rate === null ? 'Not set: system rate applies' : 'Per reader per month';
}

const projectedNote = ({ active_charges, next_billing_date }: BillingSummary): string =>
  active_charges === null
    ? 'The data of this company could not be read. It is not billed until that is fixed.'
    : `On ${dateText(next_billing_date)}`;

interface DealerCardsProps {
  readonly account: Account;
  readonly summary: BillingSummary;
}

/** Default Reader Rate, Active Sites, Projected Monthly Invoice (S2-2-billing). */
export const DealerCards = ({ account, summary }: DealerCardsProps) => (
  <FigureGrid label="Figures" stretched>
    <Figure label="Default Reader Rate" value={<Rate account={account} />} note={rateNote(account)} />
    <Figure
      label="Active Sites"
      value={showCount(summary.total_active_sites)}
      note={counted(summary.total_readers, 'reader')}
    />
    <Figure
      label="Projected Monthly Invoice"
      value={estimateText(summary.active_charges)}
      note={projectedNote(summary)}
    />
  </FigureGrid>
);

/** When and why the saved card was declined. */
export function DeclinedCard({ card }: { readonly card: NonNullable<PaymentMethod> }) {
  const { declined, autoPay } = card;
  if (declined === null) return null;
  return (
    <Notice tone="warning">
      The saved card, {cardText(card)}, was declined on {dateText(declined.on)}. The dealer was told: “
      {declined.message}”
      {autoPay && ' Automatic payment stops until the dealer replaces the card or pays with it.'}
    </Notice>
  );
}
