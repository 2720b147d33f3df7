import Box from '@mui/material/Box';
import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput';
import type { SxProps, Theme } from '@mui/material/styles';
import type { HTMLInputAutoCompleteAttribute, ReactNode } from 'react';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { selectOf } from './select.tsx';

/** Inputs side by side where there is room, below each other on a phone. `columns`: CSS for wide screens. */
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
  /** Of the input, where two forms of a page have a field of the same name; default: the name. */
  readonly id?: string;
  readonly label: string;
  readonly required?: boolean;
  readonly type?: 'text' | 'email' | 'tel' | 'password' | 'number' | 'date' | 'month';
  readonly autoComplete?: HTMLInputAutoCompleteAttribute;
  /** An example in the empty input. */
  readonly placeholder?: string;
  /** Below the input while there is no error. */
  readonly hint?: string | undefined;
  /** Least number of a number input. */
  readonly min?: number;
  /** First and last day that a date input offers, `YYYY-MM-DD`. */
  readonly days?: { readonly first: string; readonly last: string };
  /** Step of a number input; default: 1. */
  readonly step?: number;
  /** Makes it a multiline input with this many lines. */
  readonly lines?: number | undefined;
  /** Makes it a select with these options. */
  readonly options?: readonly string[];
  readonly endAdornment?: ReactNode;
}

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
  if (min !== undefined) return { inputProps: { min, step } };
  if (options === undefined) return {};
  return selectOf([['', 'Select'], ...options.map((option) => [option, option] as const)]);
}

interface LabelledProps {
  /** Of the input. */
  readonly id: string;
  readonly label: string;
  readonly required?: boolean | undefined;
  readonly problem?: string | undefined;
  /** Below the input while there is no problem. */
  readonly hint?: string | undefined;
  readonly sx?: SxProps<Theme>;
  /** The input; `describedBy` is the id of the text below it. */
  readonly children: (describedBy: string | undefined) => ReactNode;
}

/** An input with its label above and its problem or hint below. */
export function Labelled(props: LabelledProps) {
  const { id, label, required = false, problem, hint, sx, children } = props;
  const below = problem ?? hint;
  const belowId = below === undefined ? undefined : `${id}-hint`;
  return (
    <FormControl fullWidth required={required} error={problem !== undefined} sx={sx}>
      <FormLabel htmlFor={id} sx={{ mb: 0.75, fontSize: '0.9rem', fontWeight: 600, color: 'text.primary' }}>
        {label}
      </FormLabel>
      {children(belowId)}
      {below !== undefined && (
        <FormHelperText id={belowId} sx={{ mx: 0 }}>
          {below}
        </FormHelperText>
      )}
    </FormControl>
  );
}

/** An input of a form, labelled, with its error. */
export function Field<Input extends FieldValues, Output>(props: FieldProps<Input, Output>) {
  const { form, name, id = name, label, required, type = 'text', hint } = props;
  const { autoComplete, placeholder, endAdornment } = props;
  const { ref, ...field } = form.register(name);
  const problem = form.getFieldState(name, form.formState).error?.message;
  return (
    <Labelled id={id} label={label} required={required} problem={problem} hint={hint}>
      {(describedBy) => (
        <OutlinedInput
          size="small"
          {...field}
          {...elementOf(props)}
          id={id}
          type={type}
          inputRef={ref}
          endAdornment={endAdornment}
          autoComplete={autoComplete}
          placeholder={placeholder}
          aria-describedby={describedBy}
        />
      )}
    </Labelled>
  );
}

interface FixedFieldProps {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly hint: string;
}

/** A value that the form shows and can't change; it can be focused and read. */
export function FixedField({ id, label, value, hint }: FixedFieldProps) {
  return (
    <Labelled id={id} label={label} hint={hint}>
      {(describedBy) => (
        <OutlinedInput
          size="small"
          id={id}
          value={value}
          readOnly
          aria-describedby={describedBy}
          sx={{ bgcolor: 'background.default' }}
        />
      )}
    </Labelled>
  );
}
