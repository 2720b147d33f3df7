import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { Field } from '../../shared/form/Field.tsx';

/** Why an administrator does it; may be left blank unless it is `needed`. */
export function ReasonField<Input extends FieldValues & { reason?: string | undefined }, Output>({
  form,
  needed = false,
}: {
  readonly form: UseFormReturn<Input, unknown, Output>;
  readonly needed?: boolean;
}) {
  return (
    <Field
      form={form}
      name={'reason' as FieldPath<Input>}
      label={needed ? 'Reason' : 'Reason (optional)'}
      hint="Kept in the history."
      required={needed}
    />
  );
}
