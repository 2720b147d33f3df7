import { Alert, NativeSelect, OutlinedInput } from '@mui/material';
import { PRICE_NOTICE_DAYS } from '@portal/domain/values';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { CheckField } from '../../shared/form/CheckField.tsx';
import { Labelled } from '../../shared/form/Field.tsx';

/** A long effect below would hide it. */
const scrollIntoSight = (notice: HTMLElement | null) => notice?.scrollIntoView?.({ block: 'nearest' });

/** Confirms an increase with short notice; shown once the effect or the server tells that it is one. */
export function ShortNoticeField<
  Input extends FieldValues & { confirm_short_notice?: boolean | undefined },
  Output,
>({
  form,
  needed = false,
}: {
  readonly form: UseFormReturn<Input, unknown, Output>;
  readonly needed?: boolean;
}) {
  const name = 'confirm_short_notice' as FieldPath<Input>;
  const refused = form.getFieldState(name, form.formState).error !== undefined;
  if (!needed && !refused && form.watch(name) !== true) return null;
  return (
    <Alert severity="warning" ref={scrollIntoSight}>
      The dealer agreement promises {PRICE_NOTICE_DAYS} days’ notice of an increase.
      <CheckField
        form={form}
        name={name}
        label="Raise the price with less notice. The dealer is notified by email."
      />
      Give the reason below.
    </Alert>
  );
}

interface ChoiceFieldProps<Input extends FieldValues, Output> {
  readonly form: UseFormReturn<Input, unknown, Output>;
  readonly name: FieldPath<Input>;
  readonly label: string;
  /** Label of an entry that chooses nothing. */
  readonly blank?: string;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly hint?: string | undefined;
}

/** A choice among values with labels. */
export function ChoiceField<Input extends FieldValues, Output>(props: ChoiceFieldProps<Input, Output>) {
  const { form, name, label, blank, choices, hint } = props;
  const { ref, ...field } = form.register(name);
  const problem = form.getFieldState(name, form.formState).error?.message;
  return (
    <Labelled id={name} label={label} required problem={problem} hint={hint}>
      {(describedBy) => (
        <NativeSelect
          {...field}
          inputRef={ref}
          input={<OutlinedInput size="small" />}
          inputProps={{ id: name, 'aria-describedby': describedBy }}
        >
          {blank !== undefined && <option value="">{blank}</option>}
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </NativeSelect>
      )}
    </Labelled>
  );
}

/** A rate as its input holds it: dollars with two decimals, blank for none. */
export const rateInput = (dollars: number | null) => (dollars === null ? '' : dollars.toFixed(2));
