import { useEffect } from 'react';
import type { ActionChoiceProps } from '../kit/ActionDialog.tsx';
import type { DeletedUser } from './actions.tsx';
import { ErasureConfirmation } from './ErasureConfirmation.tsx';

/** In the dialog that erases a user deleted earlier: nothing can be confirmed before it was read and the name typed. */
export default function EraseDeleted({ record, onChange }: ActionChoiceProps<DeletedUser>) {
  useEffect(() => onChange(null), [onChange]);
  return (
    <ErasureConfirmation
      userId={record.id}
      onConfirmed={(confirmed) => onChange(confirmed ? { adds: { erase: true } } : null)}
    />
  );
}
