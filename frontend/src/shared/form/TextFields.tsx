import type { TextField } from '@portal/domain/values';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { Field } from './Field.tsx';

interface TextFieldsProps<Input extends FieldValues, Output> {
  readonly form: UseFormReturn<Input, unknown, Output>;
  /** By the names of the form's fields. */
  readonly texts: { readonly [Name in FieldPath<Input>]?: TextField };
  /** Lines of those that take several. */
  readonly lines: number;
}

/** An input for each of a record's optional texts, below each other. */
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
          {...(text.multiline ? { lines } : {})}
        />
      ),
  );
}
