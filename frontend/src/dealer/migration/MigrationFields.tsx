import Box from '@mui/material/Box';
import { SOFTWARE_VERSIONS } from '@portal/domain/values';
import { useFormContext } from 'react-hook-form';
import { Field, FieldGrid } from '../../shared/form/Field.tsx';
import { SiteAddressFields } from '../../shared/form/SiteAddressFields.tsx';
import { Section } from '../../shared/ui/Section.tsx';
import { HardwareOptions, LICENSES, OptionRow } from '../order/HardwareOptions.tsx';

interface MigrationFieldsProps {
  /** Whether the account may buy hardware; null while it is not loaded. */
  readonly hardware: boolean | null;
  readonly freeLicenses: boolean;
}

/** The inputs of a migration request (S1-3, S1-5). */
export function MigrationFields({ hardware, freeLicenses }: MigrationFieldsProps) {
  const required = { required: true };
  const { register } = useFormContext();
  return (
    <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Section spaced title="Site">
        <SiteAddressFields prefix="migration_" />
      </Section>
      <Section spaced title="Current system">
        <FieldGrid>
          <Field {...required} name="system7_site_id" label="System 7 site ID" />
          <Field {...required} name="num_controllers" label="Number of controllers" type="number" min={1} />
          <Field
            {...required}
            name="number_of_acu_panels"
            label="Number of ACU panels"
            type="number"
            min={1}
          />
          <Field {...required} name="number_of_readers" label="Number of readers" type="number" min={1} />
        </FieldGrid>
      </Section>
      <Section spaced title="Migration">
        <FieldGrid>
          <Box sx={{ '& select': { textTransform: 'capitalize' } }}>
            <Field name="software_version" label="Software version" options={SOFTWARE_VERSIONS} />
          </Box>
          <Field name="requested_migration_date" label="Requested date" type="date" />
        </FieldGrid>
        <Field name="migration_notes" label="Notes" lines={3} />
      </Section>
      <Section spaced title="Licenses">
        {LICENSES.map(({ name, label, priceCents }) => (
          <OptionRow
            key={name}
            {...register(name)}
            id={name}
            label={label}
            priceCents={priceCents}
            included={freeLicenses}
            hint={freeLicenses ? 'Included for your account' : 'One-time, for this migration'}
          />
        ))}
      </Section>
      <HardwareOptions register={register} offered={hardware} />
    </Box>
  );
}
