import Box from '@mui/material/Box';
import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput';
import type { HTMLInputAutoCompleteAttribute, ReactNode } from 'react';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { SelectElement, selectStyle } from './select.tsx';

/** Inputs side by side where there is room, below each other on a phone. `columns` as CSS for wide screens. */
export function FieldGrid({
  columns = '1fr 1fr',
  children,
}: {
  readonly columns?: string;
  readonly children: ReactNode;
}) {
  return (
    <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: { xs: '1fr', sm: columns } }}>{children}</Box>
  );
}

export interface FieldProps<Input extends FieldValues, Output> {
  readonly form: UseFormReturn<Input, unknown, Output>;
  readonly name: FieldPath<Input>;
  /** Of the input, where two forms of a page have a field of one name; the name unless told. */
  readonly id?: string;
  readonly label: string;
  readonly required?: boolean;
  readonly type?: 'text' | 'email' | 'tel' | 'password' | 'number' | 'date' | 'month';
  readonly autoComplete?: HTMLInputAutoCompleteAttribute;
  /** An example in the empty input. */
  readonly placeholder?: string;
  /** Below the input while there is no error. */
  readonly hint?: string;
  /** Least number of a number input. */
  readonly min?: number;
  /** First and last day that a date input offers, `YYYY-MM-DD`. */
  readonly days?: { readonly first: string; readonly last: string };
  /** Step of a number input, 1 unless told. */
  readonly step?: number;
  /** Lines of a text of several lines. */
  readonly lines?: number;
  /** Makes it a choice among these. */
  readonly options?: readonly string[];
  readonly endAdornment?: ReactNode;
}

/** What the bare input element is given. */
function elementOf({
  options,
  min,
  step,
  lines,
  days,
}: Pick<
  FieldProps<FieldValues, unknown>,
  'options' | 'min' | 'step' | 'lines' | 'days'
>): Partial<OutlinedInputProps> {
  if (lines !== undefined) return { multiline: true, minRows: lines };
  if (days !== undefined) return { inputProps: { min: days.first, max: days.last } };
  if (min !== undefined) return { inputProps: { min, ...(step === undefined ? {} : { step }) } };
  if (options === undefined) return {};
  const choices = options.map((option) => (
    <option key={option} value={option}>
      {option}
    </option>
  ));
  return {
    inputComponent: SelectElement,
    inputProps: {
      children: [
        <option key="" value="">
          Select
        </option>,
        ...choices,
      ],
    },
    sx: selectStyle,
  };
}

/** An input of a form, its label above and its error below, which is read with it. */
export function Field<Input extends FieldValues, Output>(props: FieldProps<Input, Output>) {
  const {
    form,
    name,
    id = name,
    label,
    required = false,
    type = 'text',
    autoComplete,
    hint,
    placeholder,
    endAdornment,
  } = props;
  const { ref, ...field } = form.register(name);
  const problem = form.getFieldState(name, form.formState).error?.message;
  const below = problem ?? hint;
  const belowId = `${id}-hint`;
  return (
    <FormControl fullWidth required={required} error={problem !== undefined}>
      <FormLabel htmlFor={id} sx={{ mb: 0.75, fontSize: '0.9rem', fontWeight: 600, color: 'text.primary' }}>
        {label}
      </FormLabel>
      <OutlinedInput
        size="small"
        {...field}
        {...elementOf(props)}
        id={id}
        type={type}
        inputRef={ref}
        endAdornment={endAdornment}
        {...(autoComplete === undefined ? {} : { autoComplete })}
        {...(placeholder === undefined ? {} : { placeholder })}
        {...(below === undefined ? {} : { 'aria-describedby': belowId })}
      />
      {below !== undefined && (
        <FormHelperText id={belowId} sx={{ mx: 0 }}>
          {below}
        </FormHelperText>
      )}
    </FormControl>
  );
}

interface FixedFieldProps {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly hint: string;
}

/** Something a form shows and does not let one change; it can be reached and read all the same. */
export function FixedField({ id, label, value, hint }: FixedFieldProps) {
  return (
    <FormControl fullWidth>
      <FormLabel htmlFor={id} sx={{ mb: 0.75, fontSize: '0.9rem', fontWeight: 600, color: 'text.primary' }}>
        {label}
      </FormLabel>
      <OutlinedInput
        size="small"
        id={id}
        value={value}
        readOnly
        aria-describedby={`${id}-hint`}
        sx={{ bgcolor: 'background.default' }}
      />
      <FormHelperText id={`${id}-hint`} sx={{ mx: 0 }}>
        {hint}
      </FormHelperText>
    </FormControl>
  );
}
