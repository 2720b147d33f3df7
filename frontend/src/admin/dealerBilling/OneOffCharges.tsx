import { Box, Link, Typography } from '@mui/material';
import { addChargeSchema, cancelChargeSchema, type OneOffCharge } from '@portal/contract';
import { dollarsFromCents } from '@portal/domain/values';
import { useCreatePath } from 'react-admin';
import { Link as RouterLink } from 'react-router';
import { Field, ReasonField } from '../../shared/form/Field.tsx';
import { useZodForm } from '../../shared/form/Form.tsx';
import { dateText, dollarsText } from '../../shared/text.ts';
import { StatusBadge } from '../../shared/ui/StatusBadge.tsx';
import { money } from '../dataProvider/money.ts';
import { MoneyButton } from '../kit/ActionButton.tsx';
import { CommandDialog } from '../kit/CommandDialog.tsx';
import { PlainList } from '../kit/parts.tsx';

interface ChargeDialogProps {
  readonly accountId: string;
  readonly onClose: () => void;
}

/** Adds a charge or credit to the company's next invoice (rule B38). */
export function AddChargeDialog({ accountId, onClose }: ChargeDialogProps) {
  const form = useZodForm(addChargeSchema, { text: '', amount: '', reason: '' });
  return (
    <CommandDialog
      title="Add to the next invoice"
      form={form}
      submitLabel="Add"
      keepAs={accountId}
      send={({ amount, ...values }) =>
        money.addCharge(accountId, { ...values, amount: dollarsFromCents(amount) })
      }
      done="Charge added"
      failed="Failed to add the charge"
      onClose={onClose}
    >
      <Field name="text" label="Text" hint="Shown on the invoice." required />
      <Field name="amount" label="Amount in dollars" hint="Below 0 for a credit." required />
      <ReasonField needed />
    </CommandDialog>
  );
}

function CancelChargeDialog({
  charge,
  accountId,
  onClose,
}: ChargeDialogProps & { readonly charge: OneOffCharge }) {
  const form = useZodForm(cancelChargeSchema, { charge_id: charge.id, reason: '' });
  return (
    <CommandDialog
      title={`Cancel ${charge.text}?`}
      form={form}
      submitLabel="Cancel charge"
      keepAs={charge.id}
      send={(values) => money.cancelCharge(accountId, values)}
      done="Charge canceled"
      failed="Failed to cancel the charge"
      onClose={onClose}
    >
      <Typography color="text.secondary">
        {dollarsText(charge.amount)} will not be on the invoice of {dateText(charge.invoice_date)}.
      </Typography>
      <ReasonField needed />
    </CommandDialog>
  );
}

const NO_SITE = 'Waits until the company has an active site: without one it gets no invoice.';

function standing({ status, amount, left, invoice_date: on, lacks_site: lacksSite }: OneOffCharge): string {
  if (status === 'canceled') return 'Canceled';
  if (status === 'billed') return 'On an invoice';
  if (lacksSite) return NO_SITE;
  const rest = left === amount ? '' : `${dollarsText(left)} of it `;
  return `${rest}waits for the invoice of ${dateText(on)}`;
}

interface OneOffChargesProps {
  readonly charges: readonly OneOffCharge[];
  readonly accountId: string;
}

/** What is added to the company's next invoice, and what was. */
export function OneOffCharges({ charges, accountId }: OneOffChargesProps) {
  const createPath = useCreatePath();
  return (
    <PlainList label="One-off charges" gap={1.5}>
      {charges.map((charge) => (
        <Box
          component="li"
          key={charge.id}
          sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}
        >
          <Typography component="span" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
            {charge.text}: {dollarsText(charge.amount)}
          </Typography>
          <StatusBadge tone={charge.status === 'waiting' ? 'warning' : 'neutral'}>
            {standing(charge)}
          </StatusBadge>
          {charge.invoice_ids.map((id) => (
            <Link key={id} component={RouterLink} to={createPath({ resource: 'invoices', type: 'show', id })}>
              Open the invoice
            </Link>
          ))}
          {charge.can_cancel && (
            <MoneyButton
              label="Cancel"
              aria-label={`Cancel ${charge.text}`}
              variant="text"
              size="small"
              dialog={(close) => <CancelChargeDialog charge={charge} accountId={accountId} onClose={close} />}
            />
          )}
          <Typography component="span" variant="body2" color="text.secondary" sx={{ flexBasis: '100%' }}>
            {charge.reason}
          </Typography>
        </Box>
      ))}
    </PlainList>
  );
}
