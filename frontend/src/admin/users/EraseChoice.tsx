import { Box } from '@mui/material';
import type { AdminUser } from '@portal/contract';
import { useState } from 'react';
import { CheckBox } from '../../shared/form/CheckBox.tsx';
import type { ActionChoiceProps } from '../kit/ActionDialog.tsx';
import { ErasureConfirmation } from './ErasureConfirmation.tsx';

/** Beside a user's deletion: whether the personal data is erased too. What that does is told first, and the name typed. */
export default function EraseChoice({ record: user, onChange }: ActionChoiceProps<AdminUser>) {
  const [chosen, setChosen] = useState(false);
  return (
    <Box sx={{ mt: 2.5 }}>
      <Box component="label" sx={{ display: 'flex', alignItems: 'center', gap: 1.5, cursor: 'pointer' }}>
        <CheckBox
          type="checkbox"
          checked={chosen}
          onChange={({ target: { checked } }) => {
            setChosen(checked);
            onChange(checked ? null : { adds: {} });
          }}
        />
        Also erase personal data
      </Box>
      {chosen && (
        <ErasureConfirmation
          userId={user.id}
          onConfirmed={(confirmed) =>
            onChange(confirmed ? { adds: { erase: true }, label: 'Delete and erase' } : null)
          }
        />
      )}
    </Box>
  );
}
