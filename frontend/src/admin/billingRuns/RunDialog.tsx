import { Box } from '@mui/material';
import { billingPeriodSchema } from '@portal/contract';
import { useDataProvider } from 'react-admin';
import { Field } from '../../shared/form/Field.tsx';
import { FormBody, FormDialog, type FormFrame, ReasonField } from '../../shared/form/FormDialog.tsx';
import { useZodForm } from '../../shared/form/useZodForm.ts';
import type { AdminDataProvider } from '../kit/dataProvider.ts';
import { useSend } from '../kit/useSend.ts';

interface RunDialogProps {
  /** The default month, `2026-12`. */
  readonly period: string;
  readonly onClose: () => void;
}

/** Runs billing for a month. */
export default function RunDialog({ period, onClose }: RunDialogProps) {
  return (
    <FormDialog title="Run billing now" onClose={onClose}>
      {(frame) => <Run period={period} frame={frame} />}
    </FormDialog>
  );
}

function Run({ period, frame }: { readonly period: string; readonly frame: FormFrame }) {
  const provider = useDataProvider<AdminDataProvider>();
  const form = useZodForm(billingPeriodSchema, { period, reason: '' });
  const { busy, send } = useSend(form, {
    done: 'Billing run started',
    failed: 'Failed to run billing.',
    close: frame.close,
  });
  const submit = form.handleSubmit(({ period: month, reason }) =>
    send(() => provider.runBilling(month, reason === undefined || reason === '' ? {} : { reason })),
  );
  return (
    <FormBody
      frame={frame}
      form={form}
      busy={busy}
      submitLabel="Run billing"
      busyLabel="Running..."
      onSubmit={submit}
    >
      <Box component="ul" sx={{ m: 0, pl: 2.5, color: 'text.secondary', '& li + li': { mt: 0.75 } }}>
        <li>Issues an invoice to every company that is due for this month and has none yet.</li>
        <li>Invoices are dated the 1st and mailed at once; what is issued already stays as it is.</li>
        <li>An issued invoice can be voided and reissued, but not changed.</li>
      </Box>
      <Field form={form} name="period" label="Month" type="month" placeholder="YYYY-MM" required />
      <ReasonField form={form} />
    </FormBody>
  );
}
