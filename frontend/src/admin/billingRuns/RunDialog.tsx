import { Box, FormControl, FormHelperText, FormLabel, OutlinedInput } from '@mui/material';
import { billingPeriodSchema } from '@portal/contract';
import { useDataProvider } from 'react-admin';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { useZodForm } from '../../shared/form/useZodForm.ts';
import type { AdminDataProvider } from '../kit/dataProvider.ts';
import { FormBody, FormDialog, type FormFrame, ReasonField } from '../kit/FormDialog.tsx';
import { useSend } from '../kit/useSend.ts';

interface RunDialogProps {
  /** The month proposed, `2026-12`. */
  readonly period: string;
  readonly onClose: () => void;
}

/** Run billing: which month, and what follows from it. */
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
        <li>Every company that is due for this month and has no invoice yet is issued one.</li>
        <li>Invoices are dated the 1st and mailed at once; what is issued already stays as it is.</li>
        <li>An issued invoice can be voided and reissued, but not changed.</li>
      </Box>
      <MonthField form={form} name="period" label="Month" />
      <ReasonField form={form} />
    </FormBody>
  );
}

interface MonthFieldProps<Input extends FieldValues, Output> {
  readonly form: UseFormReturn<Input, unknown, Output>;
  readonly name: FieldPath<Input>;
  readonly label: string;
}

/** A month of a form, `2026-12`. */
function MonthField<Input extends FieldValues, Output>(props: MonthFieldProps<Input, Output>) {
  const { form, name, label } = props;
  const { ref, ...field } = form.register(name);
  const problem = form.getFieldState(name, form.formState).error?.message;
  return (
    <FormControl fullWidth required error={problem !== undefined}>
      <FormLabel htmlFor={name} sx={{ mb: 0.75, fontSize: '0.9rem', fontWeight: 600, color: 'text.primary' }}>
        {label}
      </FormLabel>
      <OutlinedInput
        size="small"
        {...field}
        id={name}
        type="month"
        placeholder="YYYY-MM"
        inputRef={ref}
        {...(problem === undefined ? {} : { 'aria-describedby': `${name}-hint` })}
      />
      {problem !== undefined && (
        <FormHelperText id={`${name}-hint`} sx={{ mx: 0 }}>
          {problem}
        </FormHelperText>
      )}
    </FormControl>
  );
}
