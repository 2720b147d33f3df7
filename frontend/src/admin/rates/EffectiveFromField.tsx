import { addDays, PRICE_NOTICE_DAYS } from '@portal/domain/values';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { dateText } from '../../shared/dateText.ts';
import { Field } from '../../shared/form/Field.tsx';
import { today } from '../../shared/today.ts';

/** First day of a new rate, or blank for at once, with a word about the notice that dealers are promised. */
export function EffectiveFromField<
  Input extends FieldValues & { effective_from?: string | null | undefined },
  Output,
>({ form }: { readonly form: UseFormReturn<Input, unknown, Output> }) {
  const promised = dateText(addDays(today(), PRICE_NOTICE_DAYS));
  return (
    <Field
      form={form}
      name={'effective_from' as FieldPath<Input>}
      label="Effective from (optional)"
      type="date"
      hint={`Blank for at once. The agreement promises ${PRICE_NOTICE_DAYS} days' notice: ${promised} or later. The dealer is told by e-mail.`}
    />
  );
}
