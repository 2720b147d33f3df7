import { Box, Button, OutlinedInput, Stack } from '@mui/material';
import { type Invoice, paths } from '@portal/contract';
import { useState } from 'react';
import { Labelled } from '../../shared/form/Field.tsx';
import { selectOf } from '../../shared/form/select.tsx';
import { useDownload } from '../../shared/http/download.ts';
import { useToday } from '../../shared/session/session.ts';
import { Muted } from '../../shared/ui/Muted.tsx';
import { Section } from '../../shared/ui/Section.tsx';

type Format = 'pdf' | 'csv';

const rowStyle = { display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', gap: 1.5 } as const;

interface FormatsProps {
  readonly of: string;
  readonly busy: boolean;
  readonly onFormat: (format: Format) => void;
}

function Formats({ of, busy, onFormat }: FormatsProps) {
  return (
    <Box sx={{ display: 'flex', gap: 1 }}>
      {(['pdf', 'csv'] as const).map((format) => (
        <Button
          key={format}
          variant="outlined"
          aria-label={`${of} as ${format.toUpperCase()}`}
          aria-disabled={busy}
          onClick={() => onFormat(format)}
        >
          {format.toUpperCase()}
        </Button>
      ))}
    </Box>
  );
}

function YearOfInvoices({ invoices }: { readonly invoices: readonly Invoice[] }) {
  const years = [...new Set(invoices.map(({ invoice_date }) => invoice_date.slice(0, 4)))].sort().reverse();
  const [chosen, setChosen] = useState('');
  const year = years.includes(chosen) ? chosen : (years[0] ?? '');
  const { busy, start } = useDownload();
  if (years.length === 0) return null;
  return (
    <Box sx={rowStyle}>
      <Labelled id="invoices-year" label="Invoices of a year" sx={{ flex: '1 1 140px', maxWidth: 220 }}>
        {() => (
          <OutlinedInput
            size="small"
            id="invoices-year"
            value={year}
            onChange={(event) => setChosen(event.target.value)}
            {...selectOf(years.map((name) => [name, name]))}
          />
        )}
      </Labelled>
      <Formats
        of={`Invoices of ${year}`}
        busy={busy}
        onFormat={(format) =>
          start(`${paths.invoicesOfYear}?year=${year}&format=${format}`, `invoices-${year}.${format}`)
        }
      />
    </Box>
  );
}

interface DayProps {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly problem: string | undefined;
  readonly onChange: (day: string) => void;
}

function DayInput({ id, label, value, problem, onChange }: DayProps) {
  return (
    <Labelled id={id} label={label} problem={problem} sx={{ flex: '1 1 140px', maxWidth: 220 }}>
      {(describedBy) => (
        <OutlinedInput
          id={id}
          type="date"
          size="small"
          value={value}
          onChange={(event) => onChange(event.target.value)}
          aria-describedby={describedBy}
        />
      )}
    </Labelled>
  );
}

/** The problem of a range, by field; null for a valid one. */
function rangeProblem(from: string, to: string): { readonly from?: string; readonly to?: string } | null {
  if (from === '') return { from: 'Please enter a date' };
  if (to === '') return { to: 'Please enter a date' };
  return to < from ? { to: 'The end must not be before the start' } : null;
}

/** From and to are inclusive. */
function Statement() {
  const today = useToday();
  const [from, setFrom] = useState(`${today.slice(0, 4)}-01-01`);
  const [to, setTo] = useState(today);
  const [asked, setAsked] = useState(false);
  const { busy, start } = useDownload();
  const problem = rangeProblem(from, to);
  const ask = (format: Format) => {
    setAsked(true);
    if (problem === null)
      start(`${paths.statement}?from=${from}&to=${to}&format=${format}`, `statement.${format}`);
  };
  return (
    <Box role="group" aria-label="Statement" sx={rowStyle}>
      <DayInput
        id="statement-from"
        label="Statement from"
        value={from}
        problem={asked ? problem?.from : undefined}
        onChange={setFrom}
      />
      <DayInput
        id="statement-to"
        label="to"
        value={to}
        problem={asked ? problem?.to : undefined}
        onChange={setTo}
      />
      <Formats of="Statement" busy={busy} onFormat={ask} />
    </Box>
  );
}

/** All invoices of a year, and a statement of any range, as PDF or CSV. */
export default function Downloads({ invoices }: { readonly invoices: readonly Invoice[] }) {
  return (
    <Section title="Statements and downloads">
      <Muted sx={{ mb: 2 }}>
        For your bookkeeping: all invoices of a year in one file, or a statement for a date range.
      </Muted>
      <Stack spacing={3}>
        <YearOfInvoices invoices={invoices} />
        <Statement />
      </Stack>
    </Section>
  );
}
