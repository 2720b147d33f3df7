import { Box } from '@mui/material';
import { billingPeriodSchema, paths } from '@portal/contract';
import { Field, ReasonField } from '../../../shared/form/Field.tsx';
import { useZodForm } from '../../../shared/form/useZodForm.ts';
import { PostDialog } from '../../kit/PostDialog.tsx';

interface RunDialogProps {
  /** The default month, `2026-12`. */
  readonly period: string;
  readonly onClose: () => void;
}

/** Runs billing for a month. */
export default function RunDialog({ period, onClose }: RunDialogProps) {
  const form = useZodForm(billingPeriodSchema, { period, reason: '' });
  return (
    <PostDialog
      title="Run billing now"
      onClose={onClose}
      form={form}
      submitLabel="Run billing"
      busyLabel="Running..."
      path={paths.admin.runBilling}
      bodyOf={({ period: month, reason }) => ({ period: month, reason: reason || undefined })}
      done="Billing run started"
      failed="Failed to run billing."
    >
      <Box component="ul" sx={{ m: 0, pl: 2.5, color: 'text.secondary', '& li + li': { mt: 0.75 } }}>
        <li>Issues an invoice to every company that is due for this month and has none yet.</li>
        <li>Invoices are dated the 1st and emailed at once. Issued invoices do not change.</li>
        <li>An issued invoice can be voided and reissued, but not changed.</li>
      </Box>
      <Field name="period" label="Month" type="month" placeholder="YYYY-MM" required />
      <ReasonField />
    </PostDialog>
  );
}
