import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import Typography from '@mui/material/Typography';
import { cardText, type Invoice, providerText } from '@portal/contract';
import { centsFromDollars, formatDollars, sumCents } from '@portal/domain/values';
import { useEffect, useRef } from 'react';
import { declineText } from '../../parts/savedCard.ts';
import { dollarsText } from '../../shared/text.ts';
import { Notice } from '../../shared/ui/Notice.tsx';
import { type IntentAnswer, IntentForm } from '../card/IntentForm.tsx';
import { Loading } from '../card/Loading.tsx';
import { PaymentDialog } from '../card/PaymentDialog.tsx';
import { usePaymentMethod } from '../card/queries.ts';
import { type Begun, NOT_KNOWN, NOT_LOADED } from './payment.ts';
import { usePayment } from './usePayment.ts';

interface InvoiceCardFormProps {
  readonly payment: Extract<Begun, { stage: 'card' }>;
  readonly submitLabel: string;
  /** The provider accepted the card; the server reads the result. */
  readonly onTaken: (intentId: string) => void;
  readonly onFailed: (message: string) => void;
  readonly onBusy: (busy: boolean) => void;
}

/** The card form of an invoice's payment. */
function InvoiceCardForm({ payment, submitLabel, onTaken, onFailed, onBusy }: InvoiceCardFormProps) {
  const { publicKey, clientSecret, status, reason } = payment;
  const settle = async (asking: Promise<IntentAnswer>): Promise<string | null> => {
    const { error, paymentIntent } = await asking.catch((): IntentAnswer => ({}));
    if (paymentIntent !== undefined) {
      onTaken(paymentIntent.id);
      return null;
    }
    const message = providerText(error, 'The card provider could not be reached. Please try again.');
    onFailed(message);
    return message;
  };
  return (
    <IntentForm
      publicKey={publicKey}
      clientSecret={clientSecret}
      status={status}
      reason={reason}
      submitLabel={submitLabel}
      unavailable={NOT_LOADED}
      settle={settle}
      onBusy={onBusy}
    />
  );
}

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
  const payment = usePayment(
    current.map(({ id }) => id),
    onPaid,
  );
  const { stage, busy } = payment;
  // what our own payment changes is no news: they would seem paid elsewhere, and the total would be $0.00
  const asked = useRef(current);
  if (!busy && (stage.stage === 'ask' || stage.stage === 'card')) asked.current = current;
  const invoices = asked.current;
  const total = formatDollars(sumCents(invoices.map(({ open_amount }) => centsFromDollars(open_amount))));
  const [only, ...others] = invoices;
  const name = others.length === 0 ? `Pay ${only?.invoice_number}` : `Pay ${invoices.length} invoices`;
  const paid = stage.stage === 'paid';
  const closing = busy || paid || stage.stage === 'undecided' ? undefined : onClose;
  const notPayable = invoices.filter(({ can_pay }) => !can_pay);
  return (
    <PaymentDialog title={name} onClose={closing}>
      <DialogContent>
        {others.length > 0 && <Lines invoices={invoices} />}
        <Typography sx={{ mb: 2, fontWeight: 650 }}>Total {total}</Typography>
        {paid && <Notice tone="success">Payment successful. Returning to invoicing...</Notice>}
        {stage.stage === 'undecided' && <Loading label="Processing your payment..." />}
        {notPayable.length > 0 ? (
          <NotPayable
            invoices={notPayable}
            charged={payment.problem === NOT_KNOWN ? 'maybe' : 'no'}
            onClose={onClose}
          />
        ) : (
          <>
            {stage.stage === 'ask' && <Ask payment={payment} total={total} onClose={onClose} />}
            {stage.stage === 'card' && (
              <InvoiceCardForm
                payment={stage}
                submitLabel={`Pay ${total}`}
                onTaken={(intentId) => payment.goTo({ stage: 'undecided', intentId })}
                onFailed={payment.fail}
                onBusy={payment.setBusy}
              />
            )}
          </>
        )}
      </DialogContent>
    </PaymentDialog>
  );
}

function Lines({ invoices }: { readonly invoices: readonly Payable[] }) {
  return (
    <Box component="ul" aria-label="Invoices" sx={{ listStyle: 'none', m: 0, mb: 1.5, p: 0 }}>
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

interface NotPayableProps {
  readonly invoices: readonly Payable[];
  /** Whether a payment here, whose outcome is not known, may have paid them. */
  readonly charged: 'maybe' | 'no';
  readonly onClose: () => void;
}

/** Paid or canceled meanwhile. */
function NotPayable({ invoices, charged, onClose }: NotPayableProps) {
  const names = invoices.map(({ invoice_number }) => invoice_number).join(', ');
  const is = invoices.length === 1 ? 'is' : 'are';
  return (
    <>
      <Notice tone="warning">
        {names} {is} not open any more: paid or canceled meanwhile.
        {charged === 'no' && ' Nothing was charged here.'}
      </Notice>
      <DialogActions sx={{ px: 0, pb: 0, pt: 2 }}>
        <Button variant="contained" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </>
  );
}

interface AskProps {
  readonly payment: ReturnType<typeof usePayment>;
  readonly total: string;
  readonly onClose: () => void;
}

/** The confirmation of the saved card. Without one the card form opens at once. */
function Ask({ payment, total, onClose }: AskProps) {
  const method = usePaymentMethod();
  const { problem, busy, begin } = payment;
  const begun = useRef(false);
  const withoutCard = method.data === null || method.isError;
  // biome-ignore lint/correctness/useExhaustiveDependencies: begun once, when it is known that there is no card
  useEffect(() => {
    if (!withoutCard || begun.current) return;
    begun.current = true;
    void begin(false);
  }, [withoutCard]);
  const card = method.data;
  const declined = card?.declined;
  return (
    <>
      {card && (
        <Typography>
          Pay {total} with {cardText(card)}?
        </Typography>
      )}
      {declined && problem === null && (
        <Box sx={{ mt: 2 }}>
          <Notice tone="warning">{declineText(declined)}</Notice>
        </Box>
      )}
      {problem !== null && (
        <Box sx={{ mt: 2 }}>
          <Notice tone="error">{problem}</Notice>
        </Box>
      )}
      {!card && problem === null && <Loading label="Loading the card form..." />}
      {(card || problem !== null) && (
        <DialogActions sx={{ px: 0, pb: 0, pt: 2.5, flexWrap: 'wrap' }}>
          <Button disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button variant={declined ? 'contained' : 'text'} disabled={busy} onClick={() => void begin(false)}>
            {card ? 'Use another card' : 'Try again'}
          </Button>
          {card && (
            <Button
              variant={declined ? 'text' : 'contained'}
              aria-disabled={busy}
              onClick={() => void begin(true)}
            >
              {busy ? 'Processing...' : `Pay ${total}`}
            </Button>
          )}
        </DialogActions>
      )}
    </>
  );
}
