import RunIcon from '@mui/icons-material/PlayArrowOutlined';
import { billingPeriodSchema } from '@portal/contract';
import { Field, ReasonField } from '../../../shared/form/Field.tsx';
import { useZodForm } from '../../../shared/form/Form.tsx';
import { usePortal } from '../../dataProvider/index.ts';
import { DialogButton } from '../../kit/ActionButton.tsx';
import { CommandDialog, Consequences } from '../../kit/CommandDialog.tsx';

/** Opens the dialog that runs billing. */
export const RunNowButton = ({ period }: { readonly period: string }) => (
  <DialogButton
    needs="money"
    label="Run now"
    icon={RunIcon}
    variant="contained"
    dialog={(close) => <RunDialog period={period} onClose={close} />}
  />
);

interface RunDialogProps {
  /** The default month, `2026-12`. */
  readonly period: string;
  readonly onClose: () => void;
}

function RunDialog({ period, onClose }: RunDialogProps) {
  const portal = usePortal();
  const form = useZodForm(billingPeriodSchema, { period, reason: '' });
  return (
    <CommandDialog
      title="Run billing now"
      onClose={onClose}
      form={form}
      submitLabel="Run billing"
      busyLabel="Running..."
      keepAs="billing"
      send={({ period: month, reason }) =>
        portal.runBilling({ period: month }, { reason: reason || undefined })
      }
      done="Billing run started"
      failed="Failed to run billing."
    >
      <Consequences
        lines={[
          'Issues an invoice to every company that is due for this month and has none yet.',
          'Invoices are dated the 1st and emailed at once. Issued invoices do not change.',
          'An issued invoice can be voided and reissued, but not changed.',
        ]}
      />
      <Field name="period" label="Month" type="month" placeholder="YYYY-MM" required />
      <ReasonField />
    </CommandDialog>
  );
}
