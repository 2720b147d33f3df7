import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  LinearProgress,
  MenuItem,
  TableCell,
  TableRow,
  TextField,
  Typography,
} from '@mui/material';
import {
  type BankMappingInput,
  type BankPreview,
  bankMappingSchema,
  type ImportedBankFile,
} from '@portal/contract';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { FileButton } from '../../../shared/form/Field.tsx';
import { messageOf } from '../../../shared/http/http.ts';
import { useCommand } from '../../../shared/http/useCommand.ts';
import { counted, dollarsText, NONE, showCount, showDate } from '../../../shared/text.ts';
import { Notice } from '../../../shared/ui/Notice.tsx';
import { money } from '../../dataProvider/money.ts';
import { refreshResources } from '../../kit/live.ts';
import { AmountCell, Cell, SmallTable } from '../../kit/parts.tsx';

/** A mapping that is being chosen. */
type Draft = { readonly [Name in keyof BankMappingInput]?: BankMappingInput[Name] };

const BLANK: Draft = { direction: null, text: [], reference: null, dateFormat: 'mdy', decimal: '.' };

interface Asked {
  readonly file: File;
  readonly mapping: BankMappingInput | null;
}

/** The chosen file, how its columns are read, and what is read of it. */
function usePreview() {
  const [file, setFile] = useState<File | null>(null);
  const [draft, setDraft] = useState<Draft>(BLANK);
  const [preview, setPreview] = useState<BankPreview | null>(null);
  const { mutate, isPending, error } = useMutation({
    // the server reads one file at a time
    scope: { id: 'bank-file' },
    mutationFn: ({ file: chosen, mapping }: Asked) => money.previewBankFile(chosen, mapping),
    onSuccess: (read, { mapping }) => {
      setPreview(read);
      if (mapping === null) setDraft(read.mapping ?? BLANK);
    },
  });
  const checked = bankMappingSchema.safeParse(draft);
  return {
    file,
    draft,
    preview,
    /** Null while columns are still to be chosen. */
    mapping: checked.success ? checked.data : null,
    isPending,
    error,
    choose: (chosen: File) => {
      setFile(chosen);
      setPreview(null);
      mutate({ file: chosen, mapping: null });
    },
    change: (part: Draft) => {
      const next = { ...draft, ...part };
      setDraft(next);
      const mapping = bankMappingSchema.safeParse(next);
      if (file !== null && mapping.success) mutate({ file, mapping: mapping.data });
    },
  };
}

/** Takes a bank's file, shows how it is read, and imports its incoming lines. */
export function ImportDialog({ onClose }: { readonly onClose: () => void }) {
  const { file, draft, preview, mapping, isPending, error, choose, change } = usePreview();
  const id = useId();
  const command = useCommand({
    send: ({ file: chosen, mapping: how }: { readonly file: File; readonly mapping: BankMappingInput }) =>
      money.importBankFile(chosen, how),
    refresh: refreshResources,
    done: (_, answer: ImportedBankFile) => ({
      title: `${counted(answer.imported, 'line')} imported`,
      ...(answer.known > 0 && { description: `${showCount(answer.known)} imported before.` }),
    }),
    failed: { title: 'Error', fallback: 'Failed to import the file' },
    onDone: onClose,
  });
  const isImporting = command.isPending;
  const count = preview === null || mapping === null ? 0 : preview.lines - preview.known;
  const isReady = file !== null && mapping !== null && count > 0 && !isPending && error === null;
  return (
    <Dialog open onClose={() => !isImporting && onClose()} aria-labelledby={id} maxWidth="md" fullWidth>
      <DialogTitle id={id} component="h2">
        Import bank file
      </DialogTitle>
      <DialogContent>
        <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
          <Typography id={`${id}-hint`} color="text.secondary">
            Transactions of a bank account as CSV, up to 5 MB. Only incoming money is imported; files may
            overlap.
          </Typography>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
            <FileButton
              variant={file === null ? 'contained' : 'outlined'}
              describedBy={`${id}-hint`}
              label="Bank file"
              onFile={(chosen) => !isImporting && choose(chosen)}
            >
              {file === null ? 'Choose a file' : 'Choose another file'}
            </FileButton>
            {file !== null && (
              <Typography sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>{file.name}</Typography>
            )}
          </Box>
          {error !== null && (
            <Notice tone="error">{messageOf(error, 'The file could not be read. Please try again.')}</Notice>
          )}
          {(isPending || isImporting) && (
            <Box role="status">
              <Typography variant="body2" sx={{ mb: 0.5 }}>
                {isImporting ? `Importing ${counted(count, 'line')}...` : 'Reading the file...'}
              </Typography>
              <LinearProgress aria-label={isImporting ? 'Importing' : 'Reading'} />
            </Box>
          )}
          {preview !== null && (
            <>
              <Mapping
                columns={preview.columns}
                draft={draft}
                onChange={(part) => !isImporting && change(part)}
              />
              <Sample preview={preview} />
              <Summary preview={preview} mapping={mapping} />
            </>
          )}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button disabled={isImporting} onClick={onClose}>
          Cancel
        </Button>
        <Button
          variant="contained"
          disabled={!isReady}
          aria-disabled={isImporting}
          onClick={() =>
            file !== null && mapping !== null && !isImporting && command.mutate({ file, mapping })
          }
        >
          {`Import ${counted(count, 'line')}`}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

const DATE_FORMATS = [
  ['mdy', 'Month, day, year'],
  ['dmy', 'Day, month, year'],
  ['ymd', 'Year, month, day'],
] as const;
const DECIMALS = [
  ['.', 'Point: 1,234.50'],
  [',', 'Comma: 1.234,50'],
] as const;

interface MappingProps {
  readonly columns: readonly string[];
  readonly draft: Draft;
  readonly onChange: (part: Draft) => void;
}

function Mapping({ columns, draft, onChange }: MappingProps) {
  const named = columns.map((name, index) => [index, name || `Column ${index + 1}`] as const);
  const withNone = [['', 'None'] as const, ...named];
  const numberOrNone = (value: unknown) => (value === '' ? null : Number(value));
  const choices = [
    ['Day', 'date', named, Number],
    ['Order of day and month', 'dateFormat', DATE_FORMATS, String],
    ['Amount', 'amount', named, Number],
    ['Decimal sign', 'decimal', DECIMALS, String],
    ['Credit or debit', 'direction', withNone, numberOrNone],
    ['Text', 'text', named, (value: unknown) => (value as readonly number[]).map(Number)],
    ['Reference', 'reference', withNone, numberOrNone],
  ] as const;
  return (
    <Box
      role="group"
      aria-label="Columns of the file"
      sx={{ display: 'grid', gap: 2, pt: 1, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr 1fr' } }}
    >
      {choices.map(([label, name, options, read]) => (
        <Choice
          key={name}
          label={label}
          value={draft[name] ?? (name === 'text' ? [] : '')}
          options={options}
          onChange={(value) => onChange({ [name]: read(value) })}
        />
      ))}
    </Box>
  );
}

interface ChoiceProps {
  readonly label: string;
  /** Several where it is a list; '' for none. */
  readonly value: string | number | readonly number[];
  readonly options: readonly (readonly [value: string | number, label: string])[];
  readonly onChange: (value: unknown) => void;
}

const Choice = ({ label, value, options, onChange }: ChoiceProps) => (
  <TextField
    select
    size="small"
    label={label}
    value={value}
    onChange={({ target }) => onChange(target.value)}
    slotProps={{
      select: { multiple: Array.isArray(value), displayEmpty: true },
      inputLabel: { shrink: true },
    }}
  >
    {options.map(([one, name]) => (
      <MenuItem key={one} value={one}>
        {name}
      </MenuItem>
    ))}
  </TextField>
);

const Sample = ({ preview }: { readonly preview: BankPreview }) => (
  <SmallTable label="First rows" columns={['Day', 'Text', 'Reference', { figure: 'Amount' }]}>
    {preview.sample.map(({ cells, read }, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id, and never move
      <TableRow key={index}>
        {read === null ? (
          <TableCell colSpan={4} sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
            {`Not imported: ${cells.filter((cell) => cell.trim() !== '').join(' · ')}`}
          </TableCell>
        ) : (
          <>
            <Cell label="Day" sx={{ whiteSpace: 'nowrap' }}>
              {showDate(read.day)}
            </Cell>
            <Cell label="Text" sx={{ overflowWrap: 'anywhere' }}>
              {read.text}
            </Cell>
            <Cell label="Reference">{read.reference || NONE}</Cell>
            <AmountCell label="Amount" amount={read.amount} />
          </>
        )}
      </TableRow>
    ))}
  </SmallTable>
);

interface SummaryProps {
  readonly preview: BankPreview;
  readonly mapping: BankMappingInput | null;
}

/** What would be imported of the file, and what would not. */
function Summary({ preview, mapping }: SummaryProps) {
  const { lines, amount, first_day, last_day, known, skipped, broken, problems, is_kept } = preview;
  if (mapping === null)
    return <Notice tone="warning">Please choose the columns of day, amount and text.</Notice>;
  const ends = first_day === last_day ? [first_day] : [first_day, last_day];
  const days = first_day === null ? '' : `, ${ends.map(showDate).join(' to ')}`;
  const texts = [
    ...(is_kept ? ['The columns are read as in the last file of this kind.'] : []),
    `${counted(lines, 'incoming line')} of ${dollarsText(amount)}${days}.`,
    ...(known > 0 ? [`${counted(known, 'line was', 'lines were')} imported before.`] : []),
    ...(skipped > 0 ? [`${counted(skipped, 'row')} without incoming money left out.`] : []),
  ];
  return (
    <Box role="status" sx={{ display: 'grid', gap: 1 }}>
      {texts.map((text) => (
        <Typography key={text}>{text}</Typography>
      ))}
      {broken > 0 && (
        <Box>
          <Typography color="error">{`${counted(broken, 'row')} can't be read:`}</Typography>
          <Box component="ul" sx={{ m: 0, pl: 2.5, overflowWrap: 'anywhere' }}>
            {problems.map(({ line, message }) => (
              <li key={line}>{`Line ${line}: ${message}`}</li>
            ))}
          </Box>
        </Box>
      )}
    </Box>
  );
}
