import {
  Box,
  Button,
  FormHelperText,
  FormLabel,
  NativeSelect,
  OutlinedInput,
  Paper,
  Skeleton,
  TableCell,
  TableFooter,
  TableRow,
  Typography,
} from '@mui/material';
import { type CorrectionInput, type CorrectionPreview, correctionSchema } from '@portal/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { z } from 'zod';
import { Field, FieldGrid } from '../../shared/form/Field.tsx';
import { useCommand } from '../../shared/http/useCommand.ts';
import { dollarsText, showCount } from '../../shared/text.ts';
import { LoadProblem } from '../../shared/ui/LoadProblem.tsx';
import { Muted } from '../../shared/ui/Muted.tsx';
import { money } from '../dataProvider/money.ts';
import { RowName, SmallTable } from '../kit/parts.tsx';

type Line = CorrectionPreview['lines'][number];

const text = z.string();

/** The entered corrections of a site beside what was issued; `site_id` is blank for a custom line. */
const entryFields = z.object({
  site_id: text,
  name: text,
  was: z.object({ readers: text, rate: text, billed: text }),
  readers: text,
  rate: text,
  /** `yes` or `no`. */
  billed: text,
  text,
  amount: text,
  reason: text,
});
type CorrectionEntry = z.infer<typeof entryFields>;

interface WithEntries {
  readonly entries: CorrectionEntry[];
}

/** Unchecked, for forms where corrections are optional. */
export const enteredSchema = z.array(entryFields);

/** Checked by the schema of the request, each problem at its own field. */
export const entriesSchema = z.array(
  entryFields.superRefine((entry, context) => {
    const named = correctionsOf(entry);
    const refuse = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    if (named.length === 0) {
      refuse('readers', 'Please correct the readers, the rate or the billing');
      if (entry.reason.trim() === '') refuse('reason', 'Reason is required');
    }
    const problems = named.flatMap(
      (correction) => correctionSchema.safeParse(correction).error?.issues ?? [],
    );
    const messages = new Map(problems.map(({ path, message }) => [String(path[0]), message]));
    for (const [path, message] of messages) refuse(path, message);
  }),
);

export const someEntriesSchema = entriesSchema.min(1, 'Please add a correction');

const BLANK_LINE: CorrectionEntry = {
  site_id: '',
  name: 'Custom line',
  was: { readers: '', rate: '', billed: '' },
  readers: '',
  rate: '',
  billed: 'yes',
  text: '',
  amount: '',
  reason: '',
};

/** The entry of a line before it is corrected; a custom line without one. */
function entryFor(line: Line | undefined): CorrectionEntry {
  if (line === undefined) return BLANK_LINE;
  const was = {
    readers: String(line.readers_after),
    rate: line.rate_after.toFixed(2),
    billed: line.billed_after ? 'yes' : 'no',
  };
  return { ...BLANK_LINE, site_id: line.site_id ?? '', name: line.name, was, ...was };
}

/** The corrections of an entry: what differs from what was issued. */
function correctionsOf(entry: CorrectionEntry): readonly CorrectionInput[] {
  const { site_id, was, readers, rate, billed, reason } = entry;
  if (site_id === '') return [{ kind: 'line', text: entry.text, amount: entry.amount, reason }];
  return [
    ...(readers.trim() === was.readers ? [] : [{ kind: 'readers' as const, site_id, readers, reason }]),
    ...(isSameNumber(rate, was.rate) ? [] : [{ kind: 'rate' as const, site_id, rate, reason }]),
    ...(billed === was.billed
      ? []
      : [{ kind: 'billed' as const, site_id, billed: billed === 'yes', reason }]),
  ];
}

const isSameNumber = (one: string, other: string) => one.trim() !== '' && Number(one) === Number(other);

/**
 * The lines of an invoice that can be corrected, and the preview of corrections before and after.
 * @param wanted false while nothing is corrected
 */
export function useCorrections(invoiceId: string, wanted = true) {
  const ask = (corrections: readonly CorrectionInput[]) => money.previewCorrection(invoiceId, corrections);
  const preview = useCommand({
    send: ask,
    failed: { title: 'Error', fallback: 'Failed to show before and after.' },
  });
  const shown = preview.data ?? null;
  const { data, error, refetch } = useQuery({
    queryKey: ['corrections', invoiceId],
    queryFn: () => ask([]),
    // once they are sent there may be nothing left to correct
    enabled: wanted && shown === null,
    // the invoice may have been corrected since the dialog was last open
    gcTime: 0,
  });
  return {
    lines: data?.lines,
    error,
    retry: refetch,
    /** Whether there is something to correct or to send. */
    isReady: data !== undefined || shown !== null,
    /** The preview of the entered corrections. */
    shown,
    /** The corrections whose preview is shown, as the command takes them. */
    sent: { corrections: preview.variables, previewed: shown?.corrections_made },
    firstStep: {
      isNext: shown === null,
      asking: preview.isPending,
      show: ({ entries }: WithEntries) => preview.mutate(entries.flatMap(correctionsOf)),
      label: 'Show before and after',
      busyLabel: 'Reading...',
    },
    back: preview.reset,
  };
}

type Corrections = ReturnType<typeof useCorrections>;

/** Longer invoices only show corrected lines. */
const MAX_LINES = 200;

const isChanged = ({ reasons }: Line) => reasons.length > 0;

function CorrectionTable({ preview }: { readonly preview: CorrectionPreview }) {
  const billed = preview.lines.filter(({ billed_before, billed_after }) => billed_before || billed_after);
  const lines = billed.length > MAX_LINES ? billed.filter(isChanged) : billed;
  const left = billed.length - lines.length;
  return (
    <SmallTable
      label="Before and after"
      columns={['Charge', { figure: 'Before' }, { figure: 'After' }]}
      sx={{}}
      foot={
        <TableFooter>
          <TableRow>
            <RowName>Total</RowName>
            <TableCell align="right">{dollarsText(preview.total_before)}</TableCell>
            <TableCell align="right">{dollarsText(preview.total_after)}</TableCell>
          </TableRow>
        </TableFooter>
      }
    >
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: added lines have no id, and lines never move
        <TableRow key={`${index} ${line.site_id}`} selected={isChanged(line)}>
          <TableCell sx={{ overflowWrap: 'anywhere' }}>
            {line.name}
            {line.reasons.map((reason) => (
              <Muted key={reason}>{reason}</Muted>
            ))}
          </TableCell>
          <Side line={line} side="before" />
          <Side line={line} side="after" />
        </TableRow>
      ))}
      {left > 0 && (
        <TableRow>
          <TableCell colSpan={3}>{showCount(left)} other lines stay as they are.</TableCell>
        </TableRow>
      )}
      {preview.adjustments.map(({ name, amount_before, amount_after }) => (
        <TableRow key={name}>
          <TableCell>{name}</TableCell>
          <TableCell align="right">{dollarsText(amount_before)}</TableCell>
          <TableCell align="right">{dollarsText(amount_after)}</TableCell>
        </TableRow>
      ))}
    </SmallTable>
  );
}

function Side({ line, side }: { readonly line: Line; readonly side: 'before' | 'after' }) {
  const isSite = line.site_id !== null;
  const billed = line[`billed_${side}`];
  return (
    <TableCell align="right" sx={{ verticalAlign: 'top' }}>
      {billed ? dollarsText(line[`amount_${side}`]) : isSite && 'Not billed'}
      {billed && isSite && (
        <Muted sx={{ whiteSpace: 'nowrap' }}>
          {showCount(line[`readers_${side}`])} × {dollarsText(line[`rate_${side}`])}
        </Muted>
      )}
    </TableCell>
  );
}

const OWN_LINE = 'custom line';

interface CorrectionFieldsProps extends FirstLine {
  /** What can be corrected. */
  readonly lines: readonly Line[];
}

function CorrectionFields({ lines, siteId = null, isEntered = false }: CorrectionFieldsProps) {
  const { formState, getValues, reset } = useFormContext<WithEntries>();
  const { fields, append, remove } = useFieldArray<WithEntries>({ name: 'entries' });
  useEffect(() => {
    const line = isEntered && lines.find(({ site_id }) => site_id === siteId);
    const values = getValues();
    // what the form begins with is no change: closing it discards nothing
    if (line && values.entries.length === 0) reset({ ...values, entries: [entryFor(line)] });
  }, [isEntered, lines, siteId, getValues, reset]);
  const isFree = (id: string | null) => id !== null && !fields.some((entry) => entry.site_id === id);
  const free = lines.filter(({ site_id }) => isFree(site_id));
  const [wanted, setWanted] = useState(siteId);
  const last = lines.findIndex(({ site_id }) => site_id === fields.at(-1)?.site_id);
  const next = lines.slice(last + 1).find(({ site_id }) => isFree(site_id)) ?? free[0];
  const chosen =
    wanted === OWN_LINE || (wanted !== null && isFree(wanted)) ? wanted : (next?.site_id ?? OWN_LINE);
  const { entries: problems } = formState.errors;
  const problem = problems?.root?.message ?? problems?.message;
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      {fields.map((entry, index) => (
        <Entry key={entry.id} entry={entry} index={index} onRemove={() => remove(index)} />
      ))}
      <Box>
        <FormLabel htmlFor="correct-what" sx={{ fontSize: '0.9rem', fontWeight: 600, color: 'text.primary' }}>
          What to correct
        </FormLabel>
        <Box sx={{ display: 'flex', gap: 1, mt: 0.75 }}>
          <NativeSelect
            value={chosen}
            onChange={({ target }) => setWanted(target.value)}
            input={<OutlinedInput size="small" />}
            inputProps={{ id: 'correct-what' }}
            sx={{ flex: 1, minWidth: 0 }}
          >
            {free.map(({ site_id, name, billed_after }) => (
              <option key={site_id} value={site_id ?? ''}>
                {billed_after ? name : `${name} (not billed)`}
              </option>
            ))}
            <option value={OWN_LINE}>Custom line</option>
          </NativeSelect>
          <Button
            variant="outlined"
            onClick={() => {
              append(entryFor(free.find(({ site_id }) => site_id === chosen)));
              setWanted(null);
            }}
          >
            {fields.length === 0 ? 'Add' : 'Add another'}
          </Button>
        </Box>
        {problem !== undefined && <FormHelperText error>{problem}</FormHelperText>}
      </Box>
    </Box>
  );
}

interface EntryProps {
  readonly entry: CorrectionEntry;
  readonly index: number;
  readonly onRemove: () => void;
}

function Entry({ entry, index, onRemove }: EntryProps) {
  const { site_id, name, was } = entry;
  const { setFocus } = useFormContext<WithEntries>();
  const first = site_id === '' ? 'text' : 'readers';
  useEffect(() => setFocus(`entries.${index}.${first}`, { shouldSelect: true }), [setFocus, index, first]);
  return (
    <Paper variant="outlined" role="group" aria-label={`Correction of ${name}`} sx={{ p: 2 }}>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'baseline', gap: 1, mb: 1 }}>
        <Typography component="h3" variant="subtitle1" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
          {name}
        </Typography>
        <Button size="small" onClick={onRemove}>
          Remove
        </Button>
      </Box>
      <Box sx={{ display: 'grid', gap: 2 }}>
        {site_id === '' ? (
          <FieldGrid>
            <Field name={`entries.${index}.text`} label="Text" required />
            <Field
              name={`entries.${index}.amount`}
              label="Amount in dollars"
              hint="A negative amount lowers the invoice."
              required
            />
          </FieldGrid>
        ) : (
          <>
            <FieldGrid>
              <Field
                name={`entries.${index}.readers`}
                label="Readers"
                hint={`${was.readers} on the invoice`}
                required
              />
              <Field
                name={`entries.${index}.rate`}
                label="Rate in dollars"
                hint={`$${was.rate} on the invoice`}
                required
              />
            </FieldGrid>
            <Field
              name={`entries.${index}.billed`}
              label="Billed"
              blank={null}
              options={[
                { value: 'yes', label: 'Yes' },
                { value: 'no', label: 'No' },
              ]}
              required
            />
          </>
        )}
        <Field name={`entries.${index}.reason`} label="Reason" hint="Shown to the dealer." required />
      </Box>
    </Paper>
  );
}

/** The line to begin with. */
interface FirstLine {
  /** Its site. */
  readonly siteId?: string | null | undefined;
  /** Whether its fields are open at once; else it is only chosen. */
  readonly isEntered?: boolean;
}

interface CorrectionStepsProps extends FirstLine {
  readonly corrections: Corrections;
  /** Fields of the first step beside the corrections. */
  readonly children?: ReactNode;
}

/** First the corrections, then their preview with a way back. */
export function CorrectionSteps({ corrections, children, ...first }: CorrectionStepsProps) {
  const { lines, error, retry, shown, back } = corrections;
  if (shown !== null) {
    return (
      <>
        <CorrectionTable preview={shown} />
        <Button size="small" onClick={back} sx={{ alignSelf: 'flex-start' }}>
          Change the corrections
        </Button>
      </>
    );
  }
  if (error !== null) {
    return <LoadProblem text="The invoice could not be loaded." error={error} onRetry={retry} />;
  }
  if (lines === undefined) {
    return <Skeleton variant="rounded" height={120} role="status" aria-label="Loading" />;
  }
  return (
    <>
      <CorrectionFields lines={lines} {...first} />
      {children}
    </>
  );
}
