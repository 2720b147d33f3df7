import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { cardText, type Invoice } from '@portal/contract';
import { centsFromDollars, formatDollars, sumCents } from '@portal/domain/values';
import { useEffect, useEffectEvent, useRef } from 'react';
import { dollarsText } from '../../shared/text.ts';
import { Loading } from '../../shared/ui/LoadProblem.tsx';
import { Notice } from '../../shared/ui/Notice.tsx';
import { PaymentPanel } from '../card/PaymentPanel.tsx';
import { usePaymentMethod } from '../card/queries.ts';
import { declineText } from '../card/texts.ts';
import { FAILED, NOT_KNOWN, useInvoicePayment } from './useInvoicePayment.ts';

const NOT_REACHED = {
  title: FAILED,
  description: 'The card provider could not be reached. Please try again.',
};
const TEXTS = { unavailable: 'Failed to load Stripe.', failed: NOT_REACHED, broken: NOT_REACHED };

type Payable = Pick<Invoice, 'id' | 'invoice_number' | 'open_amount' | 'can_pay'>;

interface PayDialogProps {
  /** Current state: a payment made elsewhere is reported. */
  readonly invoices: readonly Payable[];
  readonly onClose: () => void;
  /** Called 1.5 s after the payment succeeded. */
  readonly onPaid: () => void;
}

/** Pays invoices with one payment (S2-4, S2-7): with the saved card after a confirmation, else with the card form. */
export default function PayDialog({ invoices: current, onClose, onPaid }: PayDialogProps) {
  const { stage, send, readAgain } = useInvoicePayment(
    current.map(({ id }) => id),
    onPaid,
  );
  const busy = stage.name === 'charging' || (stage.name === 'card' && stage.confirming);
  const closable = !busy && (stage.name === 'form' || stage.name === 'card');
  // what our own payment changes is no news: they would seem paid elsewhere, and the total would be $0.00
  const asked = useRef(current);
  if (closable) asked.current = current;
  const invoices = asked.current;
  const total = formatDollars(sumCents(invoices.map(({ open_amount }) => centsFromDollars(open_amount))));
  const problem = stage.name === 'form' ? stage.problem : null;
  const gone = invoices.filter(({ can_pay }) => !can_pay).map(({ invoice_number }) => invoice_number);
  const isGone = gone.length > 0;
  const asks = !isGone && (stage.name === 'form' || stage.name === 'charging');

  const method = usePaymentMethod();
  const card = method.data;
  const declined = card?.declined;
  const begin = (savedCard: boolean) => send({ type: 'begun', savedCard });
  const withoutCard = asks && (card === null || method.isError);
  const beginWithoutCard = useEffectEvent(() => begin(false));
  useEffect(() => {
    if (withoutCard) beginWithoutCard();
  }, [withoutCard]);

  return (
    <PaymentPanel
      title={invoices.length === 1 ? `Pay ${invoices[0]?.invoice_number}` : `Pay ${invoices.length} invoices`}
      onClose={closable ? onClose : undefined}
      summary={
        <>
          {invoices.length > 1 && <Lines invoices={invoices} />}
          <Typography sx={{ fontWeight: 650 }}>Total {total}</Typography>
          {(stage.name === 'done' || stage.name === 'leaving') && (
            <Notice tone="success">Payment successful. Returning to invoicing...</Notice>
          )}
          {isGone && (
            <Notice tone="warning">
              {gone.join(', ')} {gone.length === 1 ? 'is' : 'are'} not open any more: paid or canceled
              meanwhile.
              {problem !== NOT_KNOWN && ' Nothing was charged here.'}
            </Notice>
          )}
          {asks && card && (
            <Typography>
              Pay {total} with {cardText(card)}?
            </Typography>
          )}
          {asks && declined && problem === null && <Notice tone="warning">{declineText(declined)}</Notice>}
          {asks && problem !== null && <Notice tone="error">{problem}</Notice>}
        </>
      }
      card={
        stage.name === 'card' && !isGone
          ? {
              ...stage.payment,
              kind: 'payment',
              submitLabel: `Pay ${total}`,
              texts: TEXTS,
              onTaken: ({ id }) => send({ type: 'undecided', intentId: id }),
              onRefused: readAgain,
              onBusy: (confirming) => send({ type: 'confirming', confirming }),
            }
          : asks && !card && problem === null && 'loading'
      }
      actions={
        (isGone && (
          <Button variant="contained" onClick={onClose}>
            Close
          </Button>
        )) ||
        (asks && (card || problem !== null) && (
          <>
            <Button disabled={busy} onClick={onClose}>
              Cancel
            </Button>
            <Button variant={declined ? 'contained' : 'text'} disabled={busy} onClick={() => begin(false)}>
              {card ? 'Use another card' : 'Try again'}
            </Button>
            {card && (
              <Button
                variant={declined ? 'text' : 'contained'}
                aria-disabled={busy}
                onClick={() => begin(true)}
              >
                {busy ? 'Processing...' : `Pay ${total}`}
              </Button>
            )}
          </>
        ))
      }
    >
      {stage.name === 'waiting' && <Loading label="Processing your payment..." />}
    </PaymentPanel>
  );
}

function Lines({ invoices }: { readonly invoices: readonly Payable[] }) {
  return (
    <Box component="ul" aria-label="Invoices" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {invoices.map((invoice) => (
        <Box
          component="li"
          key={invoice.id}
          sx={{ display: 'flex', justifyContent: 'space-between', gap: 2, py: 0.5 }}
        >
          <span>{invoice.invoice_number}</span>
          <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums' }}>
            {dollarsText(invoice.open_amount)}
          </Box>
        </Box>
      ))}
    </Box>
  );
}
