import { Typography } from '@mui/material';
import { type CorrectionPreview, paths, recordPaymentSchema } from '@portal/contract';
import { centsFromDollars, formatDollars } from '@portal/domain/values';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { Field } from '../../../shared/form/Field.tsx';
import { useZodForm } from '../../../shared/form/useZodForm.ts';
import { dollarsText } from '../../../shared/text.ts';
import {
  CorrectionSteps,
  correctionsOf,
  entriesSchema,
  someEntriesSchema,
  useCorrections,
} from '../../corrections/parts.tsx';
import { type InvoiceDialogProps, offlinePart } from './AmountDialogs.tsx';
import { InvoiceForm, OfflineFields } from './parts.tsx';

const reissueSchema = z.object({ entries: someEntriesSchema });
const unchangedSchema = z.object({ entries: entriesSchema });

/** Voids an open invoice and reissues it corrected; a voided one can be reissued unchanged. */
export function ReissueDialog({ invoice, onClose }: InvoiceDialogProps) {
  const isOpen = invoice.status === 'pending';
  const form = useZodForm(isOpen ? reissueSchema : unchangedSchema, { entries: [] });
  const corrections = useCorrections(invoice.id);
  const { shown, asking, show } = corrections;
  return (
    <InvoiceForm
      title={`${isOpen ? 'Correct' : 'Reissue'} ${invoice.invoice_number}`}
      form={form}
      submitLabel={isOpen ? 'Void and reissue' : 'Reissue'}
      busyLabel="Reissuing..."
      firstStep={{
        isNext: shown === null,
        asking,
        show: ({ entries }) => show(entries.flatMap(correctionsOf)),
      }}
      bodyOf={() => ({ corrections: shown?.corrections, previewed: shown?.preview.corrections_made })}
      path={paths.admin.reissueInvoice(invoice.id)}
      done="Invoice reissued"
      failed="Failed to reissue invoice"
      onClose={onClose}
    >
      <Typography color="text.secondary">
        {shown === null
          ? `Only your corrections change the invoice${isOpen ? '' : ' that was voided'}. Later changes apply to later months only.`
          : 'The invoice is issued under a new number, dated today, and the dealer is sent it by email.'}
      </Typography>
      <CorrectionSteps corrections={corrections} />
    </InvoiceForm>
  );
}

const settleSchema = z
  .object({
    entries: someEntriesSchema,
    as: z.enum(['credit', 'card', 'offline']),
    method: z.string(),
    refunded_on: z.string(),
    reference: z.string(),
  })
  .superRefine(({ as, method, refunded_on, reference }, context) => {
    if (as !== 'offline') return;
    const { shape } = recordPaymentSchema;
    const parts = { method: shape.method, refunded_on: shape.paid_on, reference: shape.reference };
    const problems = z.object(parts).safeParse({ method, refunded_on, reference }).error?.issues ?? [];
    for (const { path, message } of problems) context.addIssue({ code: 'custom', path, message });
  });

/** Corrects a paid invoice: the difference is credited or refunded. */
export function CorrectPaidDialog({ invoice, onClose }: InvoiceDialogProps) {
  const { card = 0 } = invoice.correctable ?? {};
  const byBoth = card > 0 && offlinePart(invoice) > 0;
  const form = useZodForm(settleSchema, {
    entries: [],
    as: 'credit',
    method: '',
    refunded_on: invoice.today,
    reference: '',
  });
  const as = useWatch({ control: form.control, name: 'as' });
  const corrections = useCorrections(invoice.id);
  const { shown, asking, show } = corrections;
  return (
    <InvoiceForm
      title={`Correct ${invoice.invoice_number}`}
      form={form}
      submitLabel={shown === null ? '' : `${as === 'credit' ? 'Credit' : 'Refund'} ${lowered(shown.preview)}`}
      firstStep={{
        isNext: shown === null,
        asking,
        show: ({ entries }) => show(entries.flatMap(correctionsOf)),
      }}
      bodyOf={({ method, refunded_on, reference }) => ({
        corrections: shown?.corrections,
        previewed: shown?.preview.corrections_made,
        as: as === 'credit' ? 'credit' : 'refund',
        ...(as === 'offline' && { method, refunded_on, reference }),
      })}
      path={paths.admin.correctInvoice(invoice.id)}
      done="Invoice corrected"
      failed="Failed to correct invoice"
      onClose={onClose}
    >
      <Typography color="text.secondary">
        A paid invoice does not change. The difference goes back to the dealer.
      </Typography>
      <CorrectionSteps corrections={corrections}>
        <Field
          name="as"
          label="The difference"
          blank={null}
          options={[
            { value: 'credit', label: 'Becomes account credit' },
            ...(card > 0
              ? [
                  {
                    value: 'card',
                    label: `Goes back to the card${byBoth ? `, at most ${dollarsText(card)}` : ''}`,
                  },
                ]
              : []),
            ...(card === 0 || byBoth
              ? [{ value: 'offline', label: byBoth ? 'Is sent back by check or ACH' : 'Is sent back' }]
              : []),
          ]}
          required
        />
        {as === 'offline' && <OfflineFields verb="Sent" day="refunded_on" />}
      </CorrectionSteps>
    </InvoiceForm>
  );
}

/** The difference. */
const lowered = ({ total_before, total_after }: CorrectionPreview) =>
  formatDollars(centsFromDollars(total_before) - centsFromDollars(total_after));
