import { Typography } from '@mui/material';
import {
  invoiceAmountSchema,
  invoiceSchema,
  moveAllocationSchema,
  paths,
  recordPaymentSchema,
  refundInvoiceSchema,
} from '@portal/contract';
import { centsFromDollars, dollarsFromCents } from '@portal/domain/values';
import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { Field } from '../../shared/form/Field.tsx';
import { ReasonField } from '../../shared/form/FormDialog.tsx';
import { useZodForm } from '../../shared/form/useZodForm.ts';
import { read } from '../../shared/http/http.ts';
import { dollarsText } from '../../shared/text.ts';
import { LoadProblem } from '../../shared/ui/LoadProblem.tsx';
import { ChoiceField } from '../kit/fields.tsx';
import type { InvoiceDialogProps } from './AmountDialogs.tsx';
import { AmountField, InvoiceForm, OfflineFields } from './parts.tsx';

const offline = {
  method: recordPaymentSchema.shape.method,
  refunded_on: z.iso.date('Please enter a date'),
  reference: recordPaymentSchema.shape.reference,
};
const payOutSchema = invoiceAmountSchema
  .extend({
    to: z.enum(['card', 'offline']),
    method: z.string(),
    refunded_on: z.string(),
    reference: z.string(),
  })
  .superRefine(({ to, ...how }, context) => {
    if (to === 'card') return;
    for (const { path, message } of z.object(offline).safeParse(how).error?.issues ?? []) {
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
        form={form}
        hint={`${dollarsText(unused)} of account credit is unused. It is lower by what you pay out.`}
      />
      {card > 0 && (
        <ChoiceField
          form={form}
          name="to"
          label="Pay out"
          choices={[
            { value: 'card', label: `To the card, at most ${dollarsText(card)}` },
            { value: 'offline', label: 'By check or ACH' },
          ]}
        />
      )}
      {to === 'offline' && <OfflineFields form={form} verb="Sent" day="refunded_on" />}
      <ReasonField form={form} />
    </InvoiceForm>
  );
}

/** Other open invoices of the invoice's company and mode, the oldest first. */
function useOpenInvoices({ id, account_id, is_demo }: InvoiceDialogProps['invoice']) {
  const query = new URLSearchParams({
    filter: JSON.stringify({ account_id, is_demo, status: 'pending' }),
    sort: '["invoice_date","ASC"]',
  });
  const path = `${paths.admin.invoices}?${query}`;
  return useQuery({
    queryKey: [path],
    queryFn: async () =>
      invoiceSchema
        .array()
        .parse(await read(path))
        .filter((other) => other.id !== id),
  });
}

/** Moves part of a payment, or of credit that paid the invoice, to another open one (rule B41). */
export function MoveDialog({ invoice, onClose }: InvoiceDialogProps) {
  const { movable = [] } = invoice;
  const [only] = movable;
  const open = useOpenInvoices(invoice);
  const form = useZodForm(moveAllocationSchema, {
    allocation: movable.length === 1 && only !== undefined ? only.id : '',
    to_invoice_id: '',
    amount: '',
    reason: '',
  });
  const [allocation, target] = useWatch({ control: form.control, name: ['allocation', 'to_invoice_id'] });
  const part = movable.find(({ id }) => id === allocation);
  const to = open.data?.find(({ id }) => id === target);
  const most = dollarsFromCents(
    Math.min(
      ...[part?.amount ?? 0, to?.open_amount ?? part?.amount ?? 0].map((amount) => centsFromDollars(amount)),
    ),
  );
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
      <ChoiceField
        form={form}
        name="allocation"
        label="Payment or credit"
        blank="Select"
        choices={movable.map(({ id, name, amount }) => ({
          value: id,
          label: `${name}: ${dollarsText(amount)}`,
        }))}
      />
      {open.isError && <LoadProblem text="Failed to fetch invoices" onRetry={open.refetch} />}
      <ChoiceField
        form={form}
        name="to_invoice_id"
        label="To invoice"
        blank={open.data?.length === 0 ? 'No other open invoice' : 'Select'}
        choices={(open.data ?? []).map(({ id, invoice_number, open_amount }) => ({
          value: id,
          label: `${invoice_number}, ${dollarsText(open_amount)} open`,
        }))}
      />
      <AmountField form={form} hint={part === undefined ? '' : `At most ${dollarsText(most)}.`} />
      <Field
        form={form}
        name="reason"
        label="Reason"
        hint="For example: the check was for another month."
        required
      />
    </InvoiceForm>
  );
}
