import Box from '@mui/material/Box';
import type { NewSiteForm, NewSiteRequest } from '@portal/contract';
import { PRICES } from '@portal/domain/pricing';
import { DEALER_SITE_INPUTS, US_STATE_CODES } from '@portal/domain/values';
import type { UseFormReturn } from 'react-hook-form';
import { Field, FieldGrid } from '../../shared/form/Field.tsx';
import { TextFields } from '../../shared/form/TextFields.tsx';
import { Section } from '../../shared/ui/Section.tsx';
import { HardwareOptions, OptionRow } from '../order/HardwareOptions.tsx';

interface NewSiteFieldsProps {
  readonly form: UseFormReturn<NewSiteForm, unknown, NewSiteRequest>;
  /** Whether the account may buy hardware; null while its terms are not read. */
  readonly hardware: boolean | null;
}

/** The inputs of a new site (S1-3, S1-5). Licences are required and locked on. */
export function NewSiteFields({ form, hardware }: NewSiteFieldsProps) {
  const required = { form, required: true };
  return (
    <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Section spaced title="Site">
        <Field {...required} name="site_name" label="Site name" />
        <Field {...required} name="site_address" label="Address" />
        <FieldGrid columns="2fr 1fr 1fr">
          <Field {...required} name="site_city" label="City" />
          <Field form={form} name="site_state" label="State" options={US_STATE_CODES} required />
          <Field {...required} name="site_zip" label="ZIP code" />
        </FieldGrid>
      </Section>
      <Section spaced title="System">
        <FieldGrid columns="repeat(auto-fit, minmax(190px, 1fr))">
          <Field {...required} name="number_of_readers" label="Number of readers" type="number" min={1} />
          <Field form={form} name="number_of_acu_panels" label="Number of ACU panels" type="number" min={0} />
          <Field form={form} name="requested_date" label="Requested date" type="date" />
        </FieldGrid>
        <TextFields form={form} texts={DEALER_SITE_INPUTS} lines={3} />
      </Section>
      <Section spaced title="Licences">
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
      <HardwareOptions register={(name) => form.register(name)} offered={hardware} />
    </Box>
  );
}
