import { Typography } from '@mui/material';
import { invoiceAmountSchema, moveAllocationSchema, paths, refundInvoiceSchema } from '@portal/contract';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { Field, ReasonField } from '../../../shared/form/Field.tsx';
import { useZodForm } from '../../../shared/form/useZodForm.ts';
import { dollarsText } from '../../../shared/text.ts';
import { type InvoiceDialogProps, offlineRefundSchema } from './AmountDialogs.tsx';
import { AmountField, InvoiceForm, OfflineFields, ToInvoiceField, useInvoicesBy } from './parts.tsx';

const sentSchema = offlineRefundSchema.pick({ method: true, refunded_on: true, reference: true });
const payOutSchema = invoiceAmountSchema
  .extend({
    to: z.enum(['card', 'offline']),
    method: z.string(),
    refunded_on: z.string(),
    reference: z.string(),
  })
  .superRefine(({ to, ...how }, context) => {
    if (to === 'card') return;
    for (const { path, message } of sentSchema.safeParse(how).error?.issues ?? []) {
      context.addIssue({ code: 'custom', path, message });
    }
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
    <InvoiceForm
      title={`Pay out credit of ${number}`}
      form={form}
      submitLabel="Pay out"
      bodyOf={({ to: where, method, refunded_on, reference, ...amount }) =>
        where === 'card' ? amount : refundInvoiceSchema.parse({ ...amount, method, refunded_on, reference })
      }
      path={paths.admin.refundInvoice(invoice.id)}
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
    </InvoiceForm>
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
    <InvoiceForm
      title={`Move a payment of ${invoice.invoice_number}`}
      form={form}
      submitLabel="Move"
      path={paths.admin.moveAllocation(invoice.id)}
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
    </InvoiceForm>
  );
}
