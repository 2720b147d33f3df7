import { Alert, Typography } from '@mui/material';
import {
  type InvoiceDetail,
  invoiceAmountSchema,
  moveAllocationSchema,
  receiptNameOf,
  refundInvoiceSchema,
  reversePaymentSchema,
} from '@portal/contract';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { Field, ReasonField } from '../../../shared/form/Field.tsx';
import { useZodForm } from '../../../shared/form/Form.tsx';
import { dateText, dollarsText } from '../../../shared/text.ts';
import { money } from '../../dataProvider/money.ts';
import { CommandDialog } from '../../kit/CommandDialog.tsx';
import {
  AmountField,
  checkSent,
  enteredSent,
  type InvoiceDialogProps,
  OFFLINE_METHODS,
  OfflineFields,
  ToInvoiceField,
  useInvoicesBy,
} from './parts.tsx';
import { ReceiptDialog } from './ReceiptDialog.tsx';

/** Records a check or bank transfer; a check of today for the open amount is the default. */
export function RecordPaymentDialog({ invoice, onClose }: InvoiceDialogProps) {
  const { invoice_number, account_id, is_demo, status, open_amount, today } = invoice;
  const hint =
    status === 'canceled'
      ? `${dollarsText(open_amount)} of its credit is to be repaid. The invoice stays canceled.`
      : `${dollarsText(open_amount)} is open. A lower amount leaves the invoice open, an excess pays others.`;
  return (
    <ReceiptDialog
      name={invoice_number}
      accountId={account_id}
      isDemo={is_demo}
      invoice={{ ...invoice, hint }}
      today={today}
      onClose={onClose}
    />
  );
}

type Payment = InvoiceDetail['payments'][number];

function nameOf({ amount, kind, reference, paid_on }: Payment): string {
  const by = OFFLINE_METHODS.find(({ value }) => value === kind)?.label ?? kind;
  return `${dollarsText(amount)}, ${by} ${reference ?? ''}, ${dateText(paid_on)}`;
}

/** Payments recorded by administrators and not reversed. */
export const reversiblePayments = ({ payments }: Pick<InvoiceDetail, 'payments'>) =>
  payments.filter(({ kind, reversed_on }) => kind !== 'card' && reversed_on === null);

/** Reverses a recorded payment, e.g. a bounced check: a share of a receipt with all of it. */
export function ReversePaymentDialog({ invoice, onClose }: InvoiceDialogProps) {
  const payments = reversiblePayments(invoice);
  const [only] = payments;
  const form = useZodForm(reversePaymentSchema, {
    payment_id: payments.length === 1 && only !== undefined ? only.id : '',
    reason: '',
  });
  const id = useWatch({ control: form.control, name: 'payment_id' });
  const chosen = payments.find((payment) => payment.id === id);
  const receipt = chosen?.receipt;
  return (
    <CommandDialog
      title={`Reverse a payment of ${invoice.invoice_number}`}
      form={form}
      submitLabel="Reverse payment"
      keepAs={invoice.id}
      send={({ payment_id, reason }) =>
        receipt === undefined
          ? money.reverseInvoicePayment(invoice.id, { payment_id, reason })
          : money.reverseReceipt(receipt.id, { reason })
      }
      done="Payment reversed"
      failed="Failed to reverse payment"
      onClose={onClose}
    >
      <Typography color="text.secondary">
        The amount is due again, and account credit from this payment is taken back, also from invoices that
        it paid. The dealer gets an email with the reason.
      </Typography>
      <Field
        name="payment_id"
        label="Payment"
        blank="Select"
        options={payments.map((payment) => ({ value: payment.id, label: nameOf(payment) }))}
        required
      />
      {chosen !== undefined && receipt !== undefined && receipt.invoice_numbers.length > 1 && (
        <Alert severity="warning" role="status">
          This is part of {receiptNameOf(chosen)}. The whole {chosen.kind === 'ach' ? 'ACH' : 'check'} is
          reversed, and these invoices open again: {receipt.invoice_numbers.join(', ')}.
        </Alert>
      )}
      <Field name="reason" label="Reason" hint="For example: the check bounced." required />
    </CommandDialog>
  );
}

const payOutSchema = invoiceAmountSchema
  .extend({ to: z.enum(['card', 'offline']), ...enteredSent })
  .superRefine(({ to, ...sent }, context) => {
    if (to === 'offline') checkSent(sent, context);
  });

/** Pays account credit of the invoice out, to the card that paid it or by check or ACH (rule B41). */
export function PayOutDialog({ invoice, onClose }: InvoiceDialogProps) {
  const { invoice_number: number, unused_credit_amount: unused, correctable, today } = invoice;
  const card = Math.min(correctable?.card ?? 0, unused);
  const form = useZodForm(payOutSchema, {
    amount: unused.toFixed(2),
    to: card > 0 ? 'card' : 'offline',
    method: '',
    refunded_on: today,
    reference: '',
    reason: '',
  });
  const to = useWatch({ control: form.control, name: 'to' });
  return (
    <CommandDialog
      title={`Pay out credit of ${number}`}
      form={form}
      submitLabel="Pay out"
      keepAs={invoice.id}
      send={({ to: where, method, refunded_on, reference, ...amount }) =>
        money.refundInvoice(
          invoice.id,
          where === 'card'
            ? amount
            : refundInvoiceSchema.parse({ ...amount, method, refunded_on, reference }),
        )
      }
      done={to === 'card' ? 'Refund started' : 'Credit paid out'}
      failed="Failed to pay out credit"
      onClose={onClose}
    >
      <AmountField
        hint={`${dollarsText(unused)} of account credit is unused. It is lower by what you pay out.`}
      />
      {card > 0 && (
        <Field
          name="to"
          label="Pay out"
          blank={null}
          options={[
            { value: 'card', label: `To the card, at most ${dollarsText(card)}` },
            { value: 'offline', label: 'By check or ACH' },
          ]}
          required
        />
      )}
      {to === 'offline' && <OfflineFields verb="Sent" day="refunded_on" />}
      <ReasonField />
    </CommandDialog>
  );
}

/** Moves part of a payment, or of credit that paid the invoice, to another open one (rule B41). */
export function MoveDialog({ invoice, onClose }: InvoiceDialogProps) {
  const { movable = [] } = invoice;
  const [only] = movable;
  const { id: from, account_id, is_demo } = invoice;
  const query = useInvoicesBy({ account_id, is_demo, status: 'pending' });
  const others = query.data?.filter(({ id }) => id !== from);
  const form = useZodForm(moveAllocationSchema, {
    allocation: movable.length === 1 && only !== undefined ? only.id : '',
    to_invoice_id: '',
    amount: '',
    reason: '',
  });
  const [allocation, target] = useWatch({ control: form.control, name: ['allocation', 'to_invoice_id'] });
  const part = movable.find(({ id }) => id === allocation);
  const to = others?.find(({ id }) => id === target);
  return (
    <CommandDialog
      title={`Move a payment of ${invoice.invoice_number}`}
      form={form}
      submitLabel="Move"
      keepAs={invoice.id}
      send={(values) => money.moveAllocation(invoice.id, values)}
      done="Payment moved"
      failed="Failed to move payment"
      onClose={onClose}
    >
      <Typography color="text.secondary">
        The amount is open on this invoice again and pays the other one. The company’s balance does not
        change.
      </Typography>
      <Field
        name="allocation"
        label="Payment or credit"
        blank="Select"
        options={movable.map(({ id, name, amount }) => ({
          value: id,
          label: `${name}: ${dollarsText(amount)}`,
        }))}
        required
      />
      <ToInvoiceField
        query={query}
        invoices={others}
        none="No other open invoice"
        room={({ open_amount: open }) => `${dollarsText(open)} open`}
      />
      <AmountField
        hint={
          part === undefined
            ? ''
            : `At most ${dollarsText(Math.min(part.amount, to?.open_amount ?? part.amount))}.`
        }
      />
      <Field name="reason" label="Reason" hint="For example: the check was for another month." required />
    </CommandDialog>
  );
}
