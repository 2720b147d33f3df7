import { Box } from '@mui/material';
import { DEALER_PERMISSIONS, mayDealer } from '@portal/contract';
import { DEALER_ROLES, type DealerRole } from '@portal/domain/values';
import { useWatch } from 'react-hook-form';
import { Field } from '../../shared/form/Field.tsx';
import { Muted } from '../../shared/ui/Muted.tsx';

const ROLES = Object.entries(DEALER_ROLES).map(([value, label]) => ({ value, label }));
const PERMISSIONS = Object.keys(DEALER_PERMISSIONS) as (keyof typeof DEALER_PERMISSIONS)[];

/** The choice of a role in a company, the form's field `role`, with what it may do. */
export function RoleField() {
  const role: DealerRole = useWatch({ name: 'role' });
  return (
    <>
      <Field name="role" label="Role" options={ROLES} blank={null} required />
      <Box role="status">
        <Muted>{DEALER_ROLES[role]} may:</Muted>
        <Box component="ul" sx={{ m: 0, pl: 2.5, typography: 'body2', color: 'text.secondary' }}>
          {PERMISSIONS.filter((permission) => mayDealer(role, permission)).map((permission) => (
            <li key={permission}>{DEALER_PERMISSIONS[permission].text}</li>
          ))}
        </Box>
      </Box>
    </>
  );
}
