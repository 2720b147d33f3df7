import Box from '@mui/material/Box';
import { DEALER_SITE_INPUTS } from '@portal/domain/values';
import { useFormContext } from 'react-hook-form';
import { Field, FieldGrid } from '../../shared/form/Field.tsx';
import { SiteAddressFields, TextFields } from '../../shared/form/SiteAddressFields.tsx';
import { Section } from '../../shared/ui/Section.tsx';
import { HardwareOptions, LICENSES, OptionRow } from '../order/HardwareOptions.tsx';

interface NewSiteFieldsProps {
  /** Whether the account may buy hardware; null while it is not loaded. */
  readonly hardware: boolean | null;
}

/** The inputs of a new site (S1-3, S1-5). */
export function NewSiteFields({ hardware }: NewSiteFieldsProps) {
  const required = { required: true };
  const { register } = useFormContext();
  return (
    <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Section spaced title="Site">
        <SiteAddressFields />
      </Section>
      <Section spaced title="System">
        <FieldGrid columns="repeat(auto-fit, minmax(190px, 1fr))">
          <Field {...required} name="number_of_readers" label="Number of readers" type="number" min={1} />
          <Field name="number_of_acu_panels" label="Number of ACU panels" type="number" min={0} />
          <Field name="requested_date" label="Requested date" type="date" />
        </FieldGrid>
        <TextFields texts={DEALER_SITE_INPUTS} lines={3} />
      </Section>
      <Section spaced title="Licenses">
        {LICENSES.map(({ name, label, priceCents }) => (
          <OptionRow
            key={name}
            id={name}
            label={label}
            priceCents={priceCents}
            included
            hint="Required, included"
            checked
            readOnly
            disabled
          />
        ))}
      </Section>
      <HardwareOptions register={register} offered={hardware} />
    </Box>
  );
}
