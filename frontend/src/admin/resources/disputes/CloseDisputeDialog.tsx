import { closeDisputeSchema, type Dispute } from '@portal/contract';
import { useWatch } from 'react-hook-form';
import { Field } from '../../../shared/form/Field.tsx';
import { useZodForm } from '../../../shared/form/Form.tsx';
import {
  CorrectionSteps,
  enteredSchema,
  entriesSchema,
  someEntriesSchema,
  useCorrections,
} from '../../corrections/parts.tsx';
import { usePortal } from '../../dataProvider/index.ts';
import { CommandDialog } from '../../kit/CommandDialog.tsx';
import { AmountField } from '../invoices/parts.tsx';

const OUTCOMES = [
  { value: 'explained', label: 'Explain: the charge stays' },
  { value: 'reissued', label: 'Correct and reissue the invoice' },
  { value: 'refunded', label: 'Refund the difference' },
  { value: 'credited', label: 'Credit the difference' },
] as const;

const HINTS: Readonly<Record<string, string>> = {
  reissued: 'For an open invoice: it is voided and reissued with your corrections.',
  refunded: 'For an invoice paid by card: refunds the card.',
  credited: 'For a paid invoice: becomes account credit, which pays open invoices, then the next ones.',
};

interface CloseDisputeDialogProps {
  readonly dispute: Dispute;
  /** What was written as the answer. */
  readonly answer?: string;
  readonly onClose: () => void;
}

/** Corrections are checked unless the charge stays; without any, the amount is. */
const schema = closeDisputeSchema
  .extend({ entries: enteredSchema })
  .superRefine(({ outcome, entries }, context) => {
    if (outcome === 'explained') return;
    const wanted = outcome === 'reissued' ? someEntriesSchema : entriesSchema;
    for (const { path, message } of wanted.safeParse(entries).error?.issues ?? []) {
      context.addIssue({ code: 'custom', path: ['entries', ...path], message });
    }
  });

/** Settles a questioned charge: carries out the outcome and tells the dealer. */
export function CloseDisputeDialog({ dispute, answer = '', onClose }: CloseDisputeDialogProps) {
  const portal = usePortal();
  const form = useZodForm(schema, { outcome: 'explained', explanation: answer, amount: '', entries: [] });
  const [outcome, entries] = useWatch({ control: form.control, name: ['outcome', 'entries'] });
  const money = outcome === 'refunded' || outcome === 'credited';
  const corrects = money || outcome === 'reissued';
  const corrections = useCorrections(dispute.invoice_id, corrects);
  const { shown, sent, firstStep } = corrections;
  return (
    <CommandDialog
      title={`Settle the question about ${dispute.invoice_number}`}
      form={form}
      submitLabel="Settle"
      firstStep={{
        ...firstStep,
        isNext: corrects && shown === null && (entries.length > 0 || !money),
      }}
      keepAs={dispute.id}
      send={({ amount, entries: _, ...rest }) =>
        portal.closeDispute(dispute.id, {
          ...rest,
          ...(corrects && shown !== null ? sent : money && { amount }),
        })
      }
      done="Question settled"
      failed="Failed to settle the question."
      onClose={onClose}
    >
      {shown === null && (
        <Field
          name="outcome"
          label="Outcome"
          blank="Select"
          options={OUTCOMES}
          hint={HINTS[outcome]}
          required
        />
      )}
      {corrects && (
        <CorrectionSteps corrections={corrections} siteId={dispute.site_id}>
          {money && entries.length === 0 && (
            <AmountField hint="Or add corrections above; they determine the amount." />
          )}
        </CorrectionSteps>
      )}
      {shown === null && (
        <Field name="explanation" label="Explanation" hint="Shown to the dealer." lines={4} required />
      )}
    </CommandDialog>
  );
}
