import RemoveIcon from '@mui/icons-material/Close';
import {
  Autocomplete,
  Box,
  Checkbox,
  FormControlLabel,
  FormHelperText,
  IconButton,
  OutlinedInput,
  TableCell,
  TableRow,
  TextField,
  Typography,
} from '@mui/material';
import type { Account, Invoice } from '@portal/contract';
import type { KeyboardEvent } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { useCompanySearch } from '../../records/companyChoice.tsx';
import { type Allocation, proposalOf } from './allocation.ts';

/** What came of a row; `recorded`: it is done. */
export interface Outcome {
  readonly recorded: boolean;
  readonly text: string;
  /** The same check was recorded before (rule B47). */
  readonly isRepeated?: boolean;
}

interface CheckLineProps {
  readonly index: number;
  readonly allocation: Allocation | null;
  readonly invoices: readonly Invoice[] | undefined;
  readonly outcome: Outcome | undefined;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onChanged: () => void;
  /** Undefined for the only row. */
  readonly onRemove: (() => void) | undefined;
}

/** A check: what is entered, what it pays, and what came of it. */
export function CheckLine(props: CheckLineProps) {
  const { index, allocation, invoices, outcome, onKeyDown, onChanged, onRemove } = props;
  const of = `of check ${index + 1}`;
  const done = outcome?.recorded === true;
  const again = useController({ name: `rows.${index}.record_again` });
  return (
    <TableRow
      onKeyDown={onKeyDown}
      onInput={({ target }) => {
        if (!(target instanceof HTMLInputElement && target.type === 'checkbox')) onChanged();
      }}
      sx={{ '& td': { verticalAlign: 'top' } }}
    >
      <TableCell data-label="Company" sx={{ minWidth: { sm: 230 } }}>
        <CompanyCell name={`rows.${index}.company`} label={`Company ${of}`} done={done} />
      </TableCell>
      <TableCell data-label="Amount" sx={{ width: { sm: 130 } }}>
        <Cell name={`rows.${index}.amount`} label={`Amount ${of}`} done={done} decimal />
      </TableCell>
      <TableCell data-label="Check number" sx={{ width: { sm: 150 } }}>
        <Cell name={`rows.${index}.reference`} label={`Check number ${of}`} done={done} />
      </TableCell>
      <TableCell data-label="Received on" sx={{ width: { sm: 160 } }}>
        <Cell name={`rows.${index}.received_on`} label={`Day ${of}`} done={done} type="date" />
      </TableCell>
      <TableCell data-label="Pays" aria-live="polite">
        {outcome === undefined ? (
          <Typography variant="body2" color={allocation?.problem ? 'error' : 'text.secondary'} sx={{ pt: 1 }}>
            {allocation && proposalOf(allocation, invoices ?? [])}
          </Typography>
        ) : (
          <Typography variant="body2" color={done ? 'success.main' : 'error'} sx={{ pt: 1 }}>
            {outcome.text}
          </Typography>
        )}
        {outcome?.isRepeated && (
          <FormControlLabel
            control={
              <Checkbox size="small" checked={again.field.value === true} onChange={again.field.onChange} />
            }
            label="This is another check: record it again"
          />
        )}
      </TableCell>
      <TableCell sx={{ width: { sm: 48 } }}>
        {onRemove !== undefined && !done && (
          <IconButton aria-label={`Remove check ${index + 1}`} onClick={onRemove}>
            <RemoveIcon fontSize="small" />
          </IconButton>
        )}
      </TableCell>
    </TableRow>
  );
}

/** Of an entry beside its label on a phone. */
const BESIDE_LABEL = { flex: '0 1 210px' };

interface CellProps {
  readonly name: string;
  readonly label: string;
  readonly done: boolean;
  readonly type?: 'text' | 'date';
  /** An amount. */
  readonly decimal?: boolean;
}

function Cell({ name, label, done, type = 'text', decimal = false }: CellProps) {
  const { register, getFieldState, formState } = useFormContext();
  const { ref, ...field } = register(name);
  const problem = getFieldState(name, formState).error?.message;
  const id = `${name}-hint`;
  return (
    <Box sx={BESIDE_LABEL}>
      <OutlinedInput
        size="small"
        fullWidth
        {...field}
        inputRef={ref}
        type={type}
        readOnly={done}
        error={problem !== undefined}
        inputProps={{
          'aria-label': label,
          'aria-describedby': problem === undefined ? undefined : id,
          ...(decimal && { inputMode: 'decimal', style: { textAlign: 'right' } }),
        }}
      />
      {problem !== undefined && (
        <FormHelperText error id={id}>
          {problem}
        </FormHelperText>
      )}
    </Box>
  );
}

function CompanyCell({ name, label, done }: Pick<CellProps, 'name' | 'label' | 'done'>) {
  const { field, fieldState } = useController({ name });
  const search = useCompanySearch(String(field.value));
  const problem = fieldState.error?.message;
  return (
    <Autocomplete<Account>
      {...search}
      autoHighlight
      sx={BESIDE_LABEL}
      readOnly={done}
      onChange={(_event, company) => field.onChange(company?.id ?? '')}
      onBlur={field.onBlur}
      renderInput={({ InputProps, inputProps, ...input }) => (
        <TextField
          {...input}
          inputRef={field.ref}
          error={problem !== undefined}
          helperText={problem}
          slotProps={{ input: InputProps, htmlInput: { ...inputProps, 'aria-label': label } }}
        />
      )}
    />
  );
}
