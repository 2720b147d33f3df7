import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { Field } from '../../shared/form/Field.tsx';

/** Why an administrator does it; may be left blank. */
export function ReasonField<Input extends FieldValues & { reason?: string | undefined }, Output>({
  form,
}: {
  readonly form: UseFormReturn<Input, unknown, Output>;
}) {
  return (
    <Field
      form={form}
      name={'reason' as FieldPath<Input>}
      label="Reason (optional)"
      hint="Kept in the history."
    />
  );
}
