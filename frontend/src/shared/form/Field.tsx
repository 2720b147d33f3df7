import {
  Box,
  Button,
  FormControl,
  FormHelperText,
  FormLabel,
  OutlinedInput,
  type OutlinedInputProps,
  type SxProps,
  styled,
  type Theme,
} from '@mui/material';
import { type HTMLInputAutoCompleteAttribute, type ReactNode, useRef } from 'react';
import { useFormContext } from 'react-hook-form';
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

/** A value of a select with its label; a text is both. */
type Option = string | { readonly value: string; readonly label: string };

export interface FieldProps {
  readonly name: string;
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
  readonly days?: { readonly first: string; readonly last: string } | undefined;
  /** Step of a number input; default: 1. */
  readonly step?: number;
  /** Makes it a multiline input with this many lines. */
  readonly lines?: number | undefined;
  /** Makes it a select with these options. */
  readonly options?: readonly Option[];
  /** Label of the option that chooses nothing; default: 'Select'. Null leaves it out. */
  readonly blank?: string | null;
  readonly endAdornment?: ReactNode;
}

function elementOf({
  options,
  blank = 'Select',
  min,
  step,
  lines,
  days,
}: Pick<FieldProps, 'options' | 'blank' | 'min' | 'step' | 'lines' | 'days'>): Partial<OutlinedInputProps> {
  if (lines !== undefined) return { multiline: true, minRows: lines };
  if (days !== undefined) return { inputProps: { min: days.first, max: days.last } };
  if (min !== undefined) return { inputProps: { min, step } };
  if (options === undefined) return {};
  const named = options.map((option) =>
    typeof option === 'string' ? ([option, option] as const) : ([option.value, option.label] as const),
  );
  return selectOf(blank === null ? named : [['', blank], ...named]);
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
      {below !== undefined && <FormHelperText id={belowId}>{below}</FormHelperText>}
    </FormControl>
  );
}

/** The error of a field of the form around it; undefined for none. */
function useProblem(name: string): string | undefined {
  const { getFieldState, formState } = useFormContext();
  return getFieldState(name, formState).error?.message;
}

/** An input of the form around it, labelled, with its error. */
export function Field(props: FieldProps) {
  const { name, id = name, label, required, type = 'text', hint } = props;
  const { autoComplete, placeholder, endAdornment } = props;
  const { ref, ...field } = useFormContext().register(name);
  const problem = useProblem(name);
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

/** An administrator's reason; optional unless `needed`. */
export function ReasonField({
  needed = false,
  hint = 'Recorded in the history.',
}: {
  readonly needed?: boolean;
  readonly hint?: string;
}) {
  return (
    <Field name="reason" label={needed ? 'Reason' : 'Reason (optional)'} hint={hint} required={needed} />
  );
}

/** A checkbox of the form around it, with its label and, below, its error. */
export function CheckField({
  name,
  label,
  required = false,
}: Pick<FieldProps, 'name' | 'label' | 'required'>) {
  const { register } = useFormContext();
  const problem = useProblem(name);
  return (
    <div>
      <Box
        component="label"
        sx={{ display: 'flex', alignItems: 'center', gap: 1.5, py: 0.75, cursor: 'pointer' }}
      >
        <CheckBox
          type="checkbox"
          {...register(name)}
          required={required}
          aria-invalid={problem !== undefined}
          aria-describedby={problem === undefined ? undefined : `${name}-hint`}
        />
        {label}
      </Box>
      {problem !== undefined && (
        <FormHelperText error id={`${name}-hint`}>
          {problem}
        </FormHelperText>
      )}
    </div>
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

interface FileButtonProps {
  readonly variant: 'contained' | 'outlined' | 'text';
  /** Id of the text about the file. */
  readonly describedBy: string;
  /** Of the file input. */
  readonly label: string;
  readonly onFile: (file: File) => void;
  /** As the attribute of the input; CSV by default. */
  readonly accept?: string;
  readonly busy?: boolean;
  readonly children: string;
}

/** A button that takes a file. */
export function FileButton(props: FileButtonProps) {
  const { variant, describedBy, label, onFile, children } = props;
  const { accept = '.csv,.tsv,.txt,text/csv', busy = false } = props;
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        variant={variant}
        size={variant === 'text' ? 'small' : 'medium'}
        aria-describedby={describedBy}
        aria-disabled={busy || undefined}
        onClick={() => !busy && input.current?.click()}
      >
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        aria-label={label}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file !== undefined) onFile(file);
          // allows choosing the same file again after a correction
          target.value = '';
        }}
      />
    </>
  );
}

/** The browser's checkbox in the product's color, large enough for touch. */
export const CheckBox = styled('input')(({ theme }) => ({
  flex: 'none',
  width: 22,
  height: 22,
  margin: 0,
  cursor: 'pointer',
  accentColor: theme.palette.primary.main,
  // the box of browsers looks disabled in the dark
  '&:enabled:not(:checked)': {
    appearance: 'none',
    border: `2px solid ${theme.palette.text.secondary}`,
    borderRadius: 4,
  },
  '&:disabled': { cursor: 'not-allowed' },
}));
