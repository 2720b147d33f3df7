import type { TextField } from '@portal/domain/values';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { Field } from './Field.tsx';

interface TextFieldsProps<Input extends FieldValues, Output> {
  readonly form: UseFormReturn<Input, unknown, Output>;
  /** By field name. */
  readonly texts: { readonly [Name in FieldPath<Input>]?: TextField };
  /** Of the multiline ones. */
  readonly lines: number;
}

/** An input for each of a record's optional texts. */
export function TextFields<Input extends FieldValues, Output>({
  form,
  texts,
  lines,
}: TextFieldsProps<Input, Output>) {
  return Object.entries<TextField | undefined>(texts).map(
    ([name, text]) =>
      text && (
        <Field
          key={name}
          form={form}
          name={name as FieldPath<Input>}
          label={text.label}
          lines={text.multiline ? lines : undefined}
        />
      ),
  );
}
