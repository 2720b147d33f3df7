import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { NewSiteForm, NewSiteRequest } from '@portal/contract';
import { PRICES } from '@portal/domain/pricing';
import { US_STATE_CODES } from '@portal/domain/values';
import { type ReactNode, useId } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { Field } from '../../shared/form/Field.tsx';
import { FieldGrid } from '../../shared/form/FieldGrid.tsx';
import { OptionRow } from './OptionRow.tsx';

const HARDWARE = [
  { name: 'ca150_panel', label: 'CA 150 Panel', priceCents: PRICES.ca150Panel },
  { name: 'netcom6p', label: 'Netcom6P', priceCents: PRICES.netcom6p },
] as const;

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    <Paper component="section" variant="outlined" aria-labelledby={id} sx={{ p: { xs: 2, sm: 3 } }}>
      <Typography variant="h2" id={id} sx={{ mb: 2.5 }}>
        {title}
      </Typography>
      <Stack spacing={2.5}>{children}</Stack>
    </Paper>
  );
}

interface NewSiteFieldsProps {
  readonly form: UseFormReturn<NewSiteForm, unknown, NewSiteRequest>;
  /** Whether the account may buy hardware (decisions B12). */
  readonly hardware: boolean;
}

/** The inputs of a new site (spec 1, sections 3 and 5). Licences are required and locked on. */
export function NewSiteFields({ form, hardware }: NewSiteFieldsProps) {
  const required = { form, required: true };
  return (
    <Stack spacing={3}>
      <Section title="Site">
        <Field {...required} name="site_name" label="Site name" />
        <Field {...required} name="site_address" label="Address" />
        <FieldGrid columns="2fr 1fr 1fr">
          <Field {...required} name="site_city" label="City" />
          <Field form={form} name="site_state" label="State" options={US_STATE_CODES} required />
          <Field {...required} name="site_zip" label="ZIP code" />
        </FieldGrid>
      </Section>
      <Section title="System">
        <FieldGrid columns="repeat(auto-fit, minmax(190px, 1fr))">
          <Field {...required} name="number_of_readers" label="Number of readers" type="number" min={1} />
          <Field form={form} name="number_of_acu_panels" label="Number of ACU panels" type="number" min={0} />
          <Field form={form} name="requested_date" label="Requested date" type="date" />
        </FieldGrid>
        <Field form={form} name="site_notes" label="Notes" lines={3} />
      </Section>
      <Section title="Licences">
        <OptionRow
          id="aurora_license"
          label="Aurora License"
          priceCents={PRICES.auroraLicense}
          hint="Required, included"
          checked
          readOnly
          disabled
        />
        <OptionRow
          id="reverse_network_ip"
          label="Reverse Network IP License"
          priceCents={PRICES.reverseNetworkIpLicense}
          hint="Required, included"
          checked
          readOnly
          disabled
        />
      </Section>
      <Section title="Hardware">
        {HARDWARE.map(({ name, label, priceCents }) => (
          <OptionRow
            key={name}
            {...form.register(name)}
            id={name}
            label={label}
            priceCents={priceCents}
            hint={hardware ? 'Shipping & Handling is added once' : 'Not offered for your account'}
            disabled={!hardware}
          />
        ))}
      </Section>
    </Stack>
  );
}
