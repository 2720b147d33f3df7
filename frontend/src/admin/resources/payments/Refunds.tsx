import RetryIcon from '@mui/icons-material/ReplayOutlined';
import EndIcon from '@mui/icons-material/StopCircleOutlined';
import MoveIcon from '@mui/icons-material/SwapHorizOutlined';
import { Box, Typography } from '@mui/material';
import { type Invoice, moveRefundSchema, type Payment } from '@portal/contract';
import { centsFromDollars, dollarsFromCents } from '@portal/domain/values';
import { type ReactNode, useId } from 'react';
import { useWatch } from 'react-hook-form';
import { ReasonField } from '../../../shared/form/Field.tsx';
import { useZodForm } from '../../../shared/form/Form.tsx';
import { dollarsText } from '../../../shared/text.ts';
import { Muted } from '../../../shared/ui/Muted.tsx';
import { usePortal } from '../../dataProvider/index.ts';
import { ActionButton, DialogButton } from '../../kit/ActionButton.tsx';
import type { Action } from '../../kit/ActionDialog.tsx';
import { useAllowed } from '../../kit/access.ts';
import { CommandDialog } from '../../kit/CommandDialog.tsx';
import { type Look, LookBadge } from '../../records/states.tsx';
import { AmountField, ToInvoiceField, useInvoicesBy } from '../invoices/parts.tsx';
import { PaidRecord } from './fields.tsx';

type PaymentRefund = Payment['refunds'][number];

const REFUND_NOW: Readonly<Record<PaymentRefund['status'], string>> = {
  requested: 'The card provider is processing it.',
  refunded: 'The refund is on its way to the card.',
  failed: 'It failed again.',
};

const retryRefund = (
  { refunds: before }: Payment,
  { id: refundId, amount }: PaymentRefund,
): Action<Payment> => ({
  resource: 'payments',
  name: 'retryRefund',
  label: 'Try again',
  icon: RetryIcon,
  question: () => `Retry the refund of ${dollarsText(amount)}?`,
  consequences: [
    'The card provider is checked first, so that nothing is refunded twice.',
    'Then the card is refunded with a new refund.',
  ],
  why: 'Recorded in the history.',
  done: 'Refund requested',
  doneText: (answer) => {
    const { refunds } = answer as unknown as Payment;
    const next = refunds.find(({ id }) => before.every((known) => known.id !== id));
    return next && REFUND_NOW[next.status];
  },
  failed: 'Failed to request the refund.',
  run: (portal, id, meta) => portal.retryRefund(id, refundId, meta),
});

const IS_PAID: ReadonlySet<Payment['status']> = new Set(['succeeded', 'refunded', 'disputed']);

/** Ends an open attempt that the card provider does not know. */
export const endPayment: Action<Payment> = {
  resource: 'payments',
  name: 'endPayment',
  label: 'End this attempt',
  icon: EndIcon,
  destructive: true,
  question: ({ amount }) => `End the attempt to pay ${dollarsText(amount)}?`,
  consequences: [
    'The card provider is checked first. Only an attempt it does not know or has canceled can be ended.',
    'The order or invoice can then be paid again.',
    'If the payment arrives after all, it is allocated or refunded.',
  ],
  why: 'Recorded in the history.',
  done: 'Payment checked',
  doneText: (answer) => {
    const { status } = answer as unknown as Payment;
    if (status === 'failed') return 'The attempt was ended.';
    return IS_PAID.has(status) ? 'The payment had succeeded.' : undefined;
  },
  failed: 'Failed to end the attempt.',
  run: (portal, id, meta) => portal.endPayment(id, meta),
};

const REFUND_LOOK: Readonly<Record<PaymentRefund['status'], Look>> = {
  requested: ['neutral', 'Requested'],
  refunded: ['success', 'Refunded'],
  failed: ['error', 'Failed'],
};

/** A titled list of a payment's refunds or disputes. */
export function AmountList({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    <Box component="section" aria-labelledby={id} sx={{ mt: 3 }}>
      <Typography id={id} component="h2" variant="h2" sx={{ mb: 1 }}>
        {title}
      </Typography>
      <Box component="ul" aria-label={title} sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {children}
      </Box>
    </Box>
  );
}

interface AmountRowProps {
  /** In dollars. */
  readonly amount: number;
  readonly look: Look;
  readonly children: ReactNode;
}

/** An amount with its status, in an {@link AmountList}. */
export const AmountRow = ({ amount, look, children }: AmountRowProps) => (
  <Box
    component="li"
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
    <Typography sx={{ fontWeight: 600, minWidth: 90 }}>{dollarsText(amount)}</Typography>
    <LookBadge look={look} />
    {children}
  </Box>
);

/** A payment's refunds: failed ones can be retried, those made at the provider moved. */
export function Refunds({ payment }: { readonly payment: Payment }) {
  if (payment.refunds.length === 0) return null;
  return (
    <AmountList title="Refunds">
      {payment.refunds.map((refund) => (
        <AmountRow key={refund.id} amount={refund.amount} look={REFUND_LOOK[refund.status]}>
          {payment.invoice_ids.length > 1 && refund.invoice_id && (
            <PaidRecord resource="invoices" id={refund.invoice_id} unread="Invoice" />
          )}
          <MoveRefund payment={payment} refund={refund} />
          {refund.can_retry ? (
            <ActionButton action={retryRefund(payment, refund)} record={payment} variant="outlined" />
          ) : (
            refund.status === 'failed' && <Muted>It was requested again.</Muted>
          )}
        </AmountRow>
      ))}
    </AmountList>
  );
}

function MoveRefund({ payment, refund }: { readonly payment: Payment; readonly refund: PaymentRefund }) {
  const allowed = useAllowed({ resource: 'payments', name: 'moveRefund' }, payment);
  if (!allowed || !refund.can_move) return null;
  return (
    <DialogButton
      needs="money"
      label="Move"
      of={`the refund of ${dollarsText(refund.amount)}`}
      icon={MoveIcon}
      variant="outlined"
      dialog={(close) => <MoveRefundDialog payment={payment} refund={refund} onClose={close} />}
    />
  );
}

interface MoveRefundDialogProps {
  readonly payment: Payment;
  readonly refund: PaymentRefund;
  readonly onClose: () => void;
}

/** Moves part of a refund that was made at the card provider to another invoice of the payment (rule B44). */
function MoveRefundDialog({ payment, refund, onClose }: MoveRefundDialogProps) {
  const portal = usePortal();
  const invoices = useInvoicesBy({ id: payment.invoice_ids.filter((id) => id !== refund.invoice_id) });
  const form = useZodForm(moveRefundSchema, {
    refund_id: refund.id,
    to_invoice_id: '',
    amount: '',
    reason: '',
  });
  const target = useWatch({ control: form.control, name: 'to_invoice_id' });
  const to = invoices.data?.find(({ id }) => id === target);
  const most = to === undefined ? refund.amount : Math.min(refund.amount, notRefunded(to));
  return (
    <CommandDialog
      title={`Move the refund of ${dollarsText(refund.amount)}`}
      form={form}
      submitLabel="Move"
      keepAs={payment.id}
      send={(values) => portal.moveRefund(payment.id, values)}
      done="Refund moved"
      failed="Failed to move the refund"
      onClose={onClose}
    >
      <Typography color="text.secondary">
        The refund counts on the other invoice instead. The amount that went back to the card does not change.
      </Typography>
      <ToInvoiceField
        query={invoices}
        room={(invoice) => `${dollarsText(notRefunded(invoice))} not refunded`}
      />
      <AmountField hint={`At most ${dollarsText(most)}.`} />
      <ReasonField needed />
    </CommandDialog>
  );
}

/** Dollars; the server also knows how much of them this payment paid. */
const notRefunded = ({ total_amount, refunded_amount }: Invoice) =>
  dollarsFromCents(Math.max(0, centsFromDollars(total_amount) - centsFromDollars(refunded_amount)));
