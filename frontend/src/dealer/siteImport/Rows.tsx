import {
  Box,
  Button,
  OutlinedInput,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { FileButton, Labelled } from '../../shared/form/Field.tsx';
import { Muted } from '../../shared/ui/Muted.tsx';
import { Section } from '../../shared/ui/Section.tsx';
import { StatusBadge, type Tone } from '../../shared/ui/StatusBadge.tsx';
import { addressOf } from '../sites/parts.tsx';
import { type BrokenRow, columnLabel, downloadBroken, type GoodRow } from './importFile.ts';
import type { Outcome } from './importOrder.ts';

const SHOWN = 10;

interface RowTableProps<Row> {
  readonly label: string;
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
  /** The cells of a row, one for each column. */
  readonly cells: (row: Row, index: number) => readonly ReactNode[];
}

/** The first rows of a file; all on request. */
function RowTable<Row extends { readonly id: string }>(props: RowTableProps<Row>) {
  const { label, columns, rows, cells } = props;
  const [all, setAll] = useState(false);
  const shown = all ? rows : rows.slice(0, SHOWN);
  return (
    <>
      <Table
        size="small"
        aria-label={label}
        sx={{ '& td, & th': { px: { xs: 1, sm: 2 }, borderColor: 'divider' } }}
      >
        <TableHead>
          <TableRow>
            {columns.map((column) => (
              <TableCell key={column}>{column}</TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {shown.map((row, index) => (
            <TableRow key={row.id}>
              {cells(row, index).map((cell, column) => (
                <TableCell key={columns[column]} sx={{ overflowWrap: 'anywhere', verticalAlign: 'top' }}>
                  {cell}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
      {rows.length > shown.length && (
        <Button sx={{ mt: 1 }} onClick={() => setAll(true)}>
          Show all {rows.length.toLocaleString('en-US')} rows
        </Button>
      )}
    </>
  );
}

const STATES: Readonly<Record<Outcome, { readonly tone: Tone; readonly text: string }>> = {
  waiting: { tone: 'neutral', text: 'Waiting' },
  created: { tone: 'success', text: 'Created' },
  rejected: { tone: 'error', text: 'Rejected' },
};

/** Name and address of a row's site, as far as it has them. */
function SiteName({ site }: { readonly site: BrokenRow['values'] | GoodRow['site'] }) {
  return (
    <>
      <Typography component="div" variant="body2" sx={{ fontWeight: 600 }}>
        {site.site_name || '—'}
      </Typography>
      <Muted component="div">{addressOf(site)}</Muted>
    </>
  );
}

interface RowsToOrderProps {
  readonly rows: readonly GoodRow[];
  /** Number of rows in the next order. */
  readonly ordered: number;
  readonly outcomes: readonly Outcome[];
}

/** The valid rows. */
export function RowsToOrder({ rows, ordered, outcomes }: RowsToOrderProps) {
  const title =
    rows.length === 1 ? '1 site to order' : `${rows.length.toLocaleString('en-US')} sites to order`;
  const columns = ['Line', 'Site', 'Readers', 'Panels', ...(outcomes.length > 0 ? ['Status'] : [])];
  return (
    <Section spaced title={title}>
      {ordered < rows.length && (
        <Typography>
          One order takes {ordered} sites: the first {ordered} are ordered now, the others stay here.
        </Typography>
      )}
      <div>
        <RowTable
          label="Sites to order"
          columns={columns}
          rows={rows}
          cells={({ line, site, notes }, index) => {
            const outcome = outcomes[index];
            const state = outcome && STATES[outcome];
            return [
              line,
              <>
                <SiteName site={site} />
                {notes.map((note) => (
                  <Typography key={note} component="div" variant="body2" color="warning.main">
                    {note}
                  </Typography>
                ))}
              </>,
              site.number_of_readers,
              site.number_of_acu_panels,
              state && <StatusBadge tone={state.tone}>{state.text}</StatusBadge>,
            ].slice(0, columns.length);
          }}
        />
      </div>
    </Section>
  );
}

interface ProblemsProps {
  readonly row: BrokenRow;
  readonly onCorrect: (row: BrokenRow) => void;
}

/** The bad values of a row, each in an input with what is wrong; a change is checked at once. */
function Problems({ row, onCorrect }: ProblemsProps) {
  const id = useId();
  const columns = [...new Set(row.errors.map(({ path }) => path))];
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1.5 }}>
      {columns.map((column) => {
        const problem = row.errors
          .filter(({ path }) => path === column)
          .map(({ message }) => message)
          .join(' ');
        const value = row.values[column];
        const label = columnLabel(column);
        const correct = (text: string) => onCorrect({ ...row, values: { ...row.values, [column]: text } });
        return (
          <li key={column}>
            {value === undefined ? (
              <>
                {label !== '' && <b>{label}: </b>}
                {problem}
              </>
            ) : (
              <Labelled id={`${id}${column}`} label={label} problem={problem}>
                {(describedBy) => (
                  <OutlinedInput
                    size="small"
                    id={`${id}${column}`}
                    defaultValue={value}
                    aria-describedby={describedBy}
                    onBlur={({ target }) => target.value !== value && correct(target.value)}
                    onKeyDown={(event) => {
                      if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
                      // else the form around it places the order
                      event.preventDefault();
                      correct(event.target.value);
                    }}
                  />
                )}
              </Labelled>
            )}
          </li>
        );
      })}
    </Box>
  );
}

interface RowsToMendProps {
  readonly rows: readonly BrokenRow[];
  /** Number of invalid rows beyond these. */
  readonly unnamed: number;
  readonly keeps: number;
  readonly onFile: (file: File) => void;
  readonly onCorrect: (row: BrokenRow) => void;
}

/** Invalid rows, corrected here or in a file; both are added to the valid rows. */
export function RowsToMend({ rows, unnamed, keeps, onFile, onCorrect }: RowsToMendProps) {
  const hintId = useId();
  const table = useRef<HTMLDivElement>(null);
  const count = rows.length + unnamed;
  const listed = rows.length;
  const last = useRef(listed);
  useEffect(() => {
    // the focus was in the row that has left
    if (listed < last.current && document.activeElement === document.body)
      table.current?.querySelector('input')?.focus();
    last.current = listed;
  }, [listed]);
  const title =
    count === 1 ? '1 row needs a correction' : `${count.toLocaleString('en-US')} rows need a correction`;
  return (
    <Section spaced title={title}>
      {unnamed > 0 && (
        <Typography>
          The first {rows.length.toLocaleString('en-US')} are listed. Correct them and upload the file again
          to see the others.
        </Typography>
      )}
      {keeps > 0 && (
        <Typography>
          {keeps.toLocaleString('en-US')} of {(keeps + count).toLocaleString('en-US')} rows can be ordered
          now. Correct the others here, or leave them out.
        </Typography>
      )}
      <Box ref={table}>
        <RowTable
          label="Rows that need a correction"
          columns={['Line', 'Site', 'Problem']}
          rows={rows}
          cells={(row) => [
            row.line,
            <SiteName key="site" site={row.values} />,
            <Problems key="problems" row={row} onCorrect={onCorrect} />,
          ]}
        />
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center' }}>
        <FileButton variant="outlined" describedBy={hintId} label="Corrected CSV file" onFile={onFile}>
          Fix and upload again
        </FileButton>
        <Button onClick={() => void downloadBroken(rows)}>Download these rows</Button>
        <Muted id={hintId} sx={{ flex: '1 1 220px' }}>
          {keeps === 0
            ? 'Correct these rows in your file and upload it again.'
            : 'Valid rows are kept: upload only the corrected rows, or the whole file.'}
        </Muted>
      </Box>
    </Section>
  );
}
