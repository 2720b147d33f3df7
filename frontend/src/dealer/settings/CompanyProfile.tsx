import Stack from '@mui/material/Stack';
import { paths, profileSchema, type SessionUser } from '@portal/contract';
import { formatPhone } from '@portal/domain/values';
import { Field, FieldGrid } from '../../shared/form/Field.tsx';
import { Form, SubmitButton, useZodForm } from '../../shared/form/Form.tsx';
import { useSetting } from './useSetting.ts';

/** The eight profile fields (S2-2, S2-5). */
export function CompanyProfile({ user }: { readonly user: SessionUser }) {
  const { name, email, company, phone, address, city, state, zip } = user;
  const form = useZodForm(profileSchema, {
    name,
    email,
    company,
    phone: formatPhone(phone),
    address,
    city,
    state,
    zip,
  });
  const save = useSetting({
    method: 'PATCH',
    path: paths.profile(user.id),
    done: { title: 'Profile Updated', description: 'Your profile has been saved.' },
    failed: { title: 'Update Failed', fallback: 'Failed to update profile' },
  });
  const text = { required: true };
  return (
    <Form form={form} label="Company profile" call={save} keepAs="Company profile">
      <Stack spacing={2.5}>
        <FieldGrid>
          <Field {...text} name="name" label="Full name" autoComplete="name" />
          <Field {...text} name="email" label="Email" type="email" autoComplete="email" />
          <Field {...text} name="company" label="Company" autoComplete="organization" />
          <Field {...text} name="phone" label="Phone" type="tel" autoComplete="tel" />
        </FieldGrid>
        <Field {...text} name="address" label="Address" autoComplete="address-line1" />
        <FieldGrid columns="2fr 1fr 1fr">
          <Field {...text} name="city" label="City" autoComplete="address-level2" />
          <Field {...text} name="state" label="State" autoComplete="address-level1" />
          <Field {...text} name="zip" label="ZIP code" autoComplete="postal-code" />
        </FieldGrid>
        <SubmitButton busy={save.isPending} busyLabel="Updating..." sx={{ alignSelf: 'flex-start' }}>
          Save Changes
        </SubmitButton>
      </Stack>
    </Form>
  );
}
