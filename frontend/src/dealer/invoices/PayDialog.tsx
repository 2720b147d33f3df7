import { Box, Button, TextField, Typography } from '@mui/material';
import { amountAboveZero, cardText, type Invoice } from '@portal/contract';
import {
  centsFromDollars,
  dollarsFromCents,
  formatDollars,
  MIN_CARD_CHARGE_CENTS,
  sumCents,
} from '@portal/domain/values';
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { dollarsText } from '../../shared/text.ts';
import { Loading } from '../../shared/ui/LoadProblem.tsx';
import { Notice } from '../../shared/ui/Notice.tsx';
import { PaymentPanel } from '../card/PaymentPanel.tsx';
import { declineText, usePaymentMethod } from '../card/paymentMethod.ts';
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
  const [part, setPart] = useState<string | null>(null);
  const [choosing, setChoosing] = useState(false);
  const { stage, send, readAgain } = useInvoicePayment(
    current.map(({ id }) => id),
    part,
    onPaid,
  );
  const busy = stage.name === 'charging' || (stage.name === 'card' && stage.confirming);
  const closable = !busy && (stage.name === 'form' || stage.name === 'card');
  // what our own payment changes is no news: they would seem paid elsewhere, and the total would be $0.00
  const asked = useRef(current);
  if (closable) asked.current = current;
  const invoices = asked.current;
  const openCents = sumCents(invoices.map(({ open_amount }) => centsFromDollars(open_amount)));
  const total = formatDollars(part === null ? openCents : centsFromDollars(part));
  const problem = stage.name === 'form' ? stage.problem : null;
  const gone = invoices.filter(({ can_pay }) => !can_pay).map(({ invoice_number }) => invoice_number);
  const isGone = gone.length > 0;
  const asks = !isGone && !choosing && (stage.name === 'form' || stage.name === 'charging');
  const canChoose =
    invoices.length === 1 && openCents > MIN_CARD_CHARGE_CENTS && closable && !isGone && !choosing;

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
          {choosing ? (
            <AmountForm
              openCents={openCents}
              onCancel={() => setChoosing(false)}
              onChosen={(amount) => {
                setPart(amount);
                setChoosing(false);
              }}
            />
          ) : (
            <Typography sx={{ fontWeight: 650 }}>
              Total {total}
              {part !== null && ` of ${formatDollars(openCents)}`}
            </Typography>
          )}
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
          {canChoose && (
            <Button
              size="small"
              sx={{ justifySelf: 'start' }}
              onClick={() => {
                if (stage.name === 'card') send({ type: 'closed' });
                setChoosing(true);
              }}
            >
              Pay another amount
            </Button>
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

interface AmountFormProps {
  readonly openCents: number;
  readonly onCancel: () => void;
  /** Dollars; null for all that is open. */
  readonly onChosen: (amount: string | null) => void;
}

/** A part of what is open of the invoice. */
function AmountForm({ openCents, onCancel, onChosen }: AmountFormProps) {
  const [amount, setAmount] = useState(dollarsFromCents(openCents).toFixed(2));
  const [problem, setProblem] = useState<string | null>(null);
  const choose = (event: FormEvent) => {
    event.preventDefault();
    const checked = problemOf(amount, openCents);
    setProblem(checked);
    if (checked === null) onChosen(centsFromDollars(amount.trim()) === openCents ? null : amount.trim());
  };
  return (
    <Box component="form" noValidate onSubmit={choose} sx={{ display: 'grid', gap: 1.5 }}>
      <TextField
        label="Amount in dollars"
        value={amount}
        onChange={({ target }) => setAmount(target.value)}
        error={problem !== null}
        helperText={problem ?? `${formatDollars(openCents)} is open. What you do not pay now stays open.`}
        inputProps={{ inputMode: 'decimal' }}
        autoFocus
        required
      />
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Button type="submit" variant="contained">
          Continue
        </Button>
        <Button onClick={onCancel}>Back</Button>
      </Box>
    </Box>
  );
}

function problemOf(amount: string, openCents: number): string | null {
  const parsed = amountAboveZero.safeParse(amount.trim());
  if (!parsed.success) return parsed.error.issues[0]?.message ?? null;
  const cents = centsFromDollars(parsed.data);
  if (cents > openCents) return `${formatDollars(openCents)} of this invoice is open, not more.`;
  const least = formatDollars(MIN_CARD_CHARGE_CENTS);
  return cents < MIN_CARD_CHARGE_CENTS ? `Amounts below ${least} can't be paid by card.` : null;
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
