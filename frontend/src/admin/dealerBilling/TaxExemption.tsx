import { Box, Typography } from '@mui/material';
import { endExemptionSchema, grantExemptionSchema, paths, type TaxExemptionAnswer } from '@portal/contract';
import { useQuery } from '@tanstack/react-query';
import { Field, ReasonField } from '../../shared/form/Field.tsx';
import { useZodForm } from '../../shared/form/Form.tsx';
import { dateText } from '../../shared/text.ts';
import { LoadProblem } from '../../shared/ui/LoadProblem.tsx';
import { Section } from '../../shared/ui/Section.tsx';
import { StatusBadge } from '../../shared/ui/StatusBadge.tsx';
import { money } from '../dataProvider/money.ts';
import { MoneyButton } from '../kit/ActionButton.tsx';
import { CommandDialog } from '../kit/CommandDialog.tsx';

interface ExemptionDialogProps {
  readonly accountId: string;
  readonly onClose: () => void;
}

function GrantDialog({ accountId, onClose }: ExemptionDialogProps) {
  const form = useZodForm(grantExemptionSchema, { certificate: '', from: '', to: '', reason: '' });
  return (
    <CommandDialog
      title="Exempt from sales tax"
      form={form}
      submitLabel="Exempt"
      keepAs={accountId}
      send={(values) => money.exemptFromTax(accountId, values)}
      done="Company exempted"
      failed="Failed to exempt the company"
      onClose={onClose}
    >
      <Field name="certificate" label="Certificate number" hint="Stored encrypted." required />
      <Field name="from" label="Valid from" type="date" required />
      <Field name="to" label="Valid to" type="date" hint="Blank for no end." />
      <ReasonField needed />
    </CommandDialog>
  );
}

function EndDialog({ accountId, inForce, onClose }: ExemptionDialogProps & { readonly inForce: boolean }) {
  const form = useZodForm(endExemptionSchema, { reason: '' });
  return (
    <CommandDialog
      title="End the exemption?"
      form={form}
      submitLabel="End exemption"
      keepAs={accountId}
      send={(values) => money.endTaxExemption(accountId, values)}
      done="Exemption ended"
      failed="Failed to end the exemption"
      onClose={onClose}
    >
      <Typography color="text.secondary">
        {inForce
          ? 'From today on the company is charged sales tax again.'
          : 'The exemption will not begin; the company is charged sales tax as before.'}
      </Typography>
      <ReasonField needed />
    </CommandDialog>
  );
}

/** The company's exemption from sales tax; nothing while tax is off (rule B38). */
export function TaxExemption({ accountId }: { readonly accountId: string }) {
  const path = paths.admin.taxExemption(accountId);
  const { data, error, refetch } = useQuery<TaxExemptionAnswer>({ queryKey: [path] });
  if (data === undefined) {
    if (error === null) return null;
    return <LoadProblem text="Failed to fetch the tax exemption" onRetry={refetch} />;
  }
  const { exemption } = data;
  if (!data.tax_is_on && exemption === null) return null;
  return (
    <Section spaced title="Sales tax">
      {exemption === null ? (
        <Typography>Not exempt.</Typography>
      ) : (
        <Typography sx={{ overflowWrap: 'anywhere' }}>
          Certificate {exemption.certificate ?? 'erased'}, from {dateText(exemption.from)}
          {exemption.to !== null && ` to ${dateText(exemption.to)}`}. {exemption.reason}{' '}
          <StatusBadge tone="neutral">{exemption.in_force ? 'exempt' : 'not exempt today'}</StatusBadge>
        </Typography>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, '&:empty': { display: 'none' } }}>
        <MoneyButton
          label={exemption === null ? 'Exempt from tax' : 'New certificate'}
          dialog={(close) => <GrantDialog accountId={accountId} onClose={close} />}
        />
        {exemption?.can_end && (
          <MoneyButton
            label="End exemption"
            dialog={(close) => (
              <EndDialog accountId={accountId} inForce={exemption.in_force} onClose={close} />
            )}
          />
        )}
      </Box>
    </Section>
  );
}
