import { Alert, FormControl, FormHelperText, FormLabel, NativeSelect, OutlinedInput } from '@mui/material';
import { PRICE_NOTICE_DAYS } from '@portal/domain/values';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { CheckField } from '../../shared/form/CheckField.tsx';

/** Above a long effect it would be out of sight. */
const scrollIntoSight = (notice: HTMLElement | null) => notice?.scrollIntoView?.({ block: 'nearest' });

/**
 * Confirms an increase that dealers hear of too late. Shown once it is known to be one: from its effect, or because the
 * server asked for it.
 */
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
        label="Raise the price with less notice. The dealer is notified by e-mail."
      />
      Give the reason below.
    </Alert>
  );
}

interface ChoiceFieldProps<Input extends FieldValues, Output> {
  readonly form: UseFormReturn<Input, unknown, Output>;
  readonly name: FieldPath<Input>;
  readonly label: string;
  /** The first entry, which chooses nothing; none where something is always chosen. */
  readonly blank?: string;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly hint?: string | undefined;
}

/** A choice among things that have a name for people and another for the server. */
export function ChoiceField<Input extends FieldValues, Output>(props: ChoiceFieldProps<Input, Output>) {
  const { form, name, label, blank, choices, hint } = props;
  const { ref, ...field } = form.register(name);
  const problem = form.getFieldState(name, form.formState).error?.message;
  const below = problem ?? hint;
  return (
    <FormControl fullWidth required error={problem !== undefined}>
      <FormLabel htmlFor={name} sx={{ mb: 0.75, fontSize: '0.9rem', fontWeight: 600, color: 'text.primary' }}>
        {label}
      </FormLabel>
      <NativeSelect
        {...field}
        inputRef={ref}
        input={<OutlinedInput size="small" />}
        inputProps={{
          id: name,
          ...(below === undefined ? {} : { 'aria-describedby': `${name}-hint` }),
        }}
      >
        {blank !== undefined && <option value="">{blank}</option>}
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </NativeSelect>
      {below !== undefined && (
        <FormHelperText id={`${name}-hint`} sx={{ mx: 0 }}>
          {below}
        </FormHelperText>
      )}
    </FormControl>
  );
}

/** A rate as its input holds it: dollars with two decimals, blank for none. */
export const rateInput = (dollars: number | null) => (dollars === null ? '' : dollars.toFixed(2));
