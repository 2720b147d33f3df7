import CheckIcon from '@mui/icons-material/CheckCircleOutlined';
import ErrorIcon from '@mui/icons-material/ErrorOutlined';
import { Alert, Box, Button, MenuItem, Skeleton, TableRow, TextField, Typography } from '@mui/material';
import { type InvoiceReplay, paths } from '@portal/contract';
import { formatDollars } from '@portal/domain/values';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../shared/http/http.ts';
import { showCount } from '../../shared/text.ts';
import { Muted } from '../../shared/ui/Muted.tsx';
import { usePortal } from '../dataProvider/index.ts';
import type { WhatIf } from '../dataProvider/money.ts';
import { RATE_SOURCES } from '../records/states.tsx';
import { Cell, FIGURES, RowName, SmallTable, Unbroken } from './parts.tsx';

const SOURCES: Readonly<Record<string, string>> = {
  ...RATE_SOURCES,
  tax: 'Sales tax',
  carried: 'Carried over',
  credit: 'Credit',
};

/** Of longer invoices only these lines and differing ones are shown. */
const FOLDED_LINES = 200;

type Line = InvoiceReplay['issued']['lines'][number];

/** Identifies a line: its site, else its text. */
const keyOf = ({ site_id, name }: Pick<Line, 'site_id' | 'name'>) => site_id ?? name;

const figures = (line: Line | undefined): string =>
  line === undefined
    ? 'not there'
    : ['line', 'tax'].includes(line.source) || (line.rate_cents === 0 && line.readers === 0)
      ? formatDollars(line.amount_cents)
      : `${showCount(line.readers)} × ${formatDollars(line.rate_cents)} = ${formatDollars(line.amount_cents)}`;

interface Row {
  readonly key: string;
  readonly was?: Line;
  readonly is?: Line;
}

interface ReplayTableProps {
  readonly replay: InvoiceReplay;
  /** Index of the line that is shown first and alone, with what differs, until the others are unfolded. */
  readonly line?: number;
}

/** Each line as issued and as replayed, with its reasons. */
function ReplayTable({ replay, line: chosen }: ReplayTableProps) {
  const [folded, setFolded] = useState(chosen !== undefined);
  const replayed = new Map(replay.replayed.lines.map((line) => [keyOf(line), line]));
  const why = new Map(replay.lines.map((line) => [keyOf(line), line.why]));
  const issued = new Set(replay.issued.lines.map(keyOf));
  const added = replay.replayed.lines.filter((line) => !issued.has(keyOf(line)));
  const rows: readonly Row[] = [
    ...replay.issued.lines.map((was) => {
      const is = replayed.get(keyOf(was));
      return { key: keyOf(was), was, ...(is === undefined ? {} : { is }) };
    }),
    ...added.map((is) => ({ key: keyOf(is), is })),
  ];
  const isShown = (index: number) => {
    const row = rows[index];
    if (index === chosen || figures(row?.was) !== figures(row?.is)) return true;
    return !folded && index < FOLDED_LINES;
  };
  const places = rows.map((_, index) => index).sort((a, b) => Number(b === chosen) - Number(a === chosen));
  const hidden = rows.length - rows.filter((_, index) => isShown(index)).length;
  return (
    <>
      <SmallTable
        label="Replay by line"
        columns={['Charge', { figure: 'Issued' }, { figure: 'Replayed' }, 'Why']}
      >
        {places.filter(isShown).map((index) => {
          const { key, was, is } = rows[index] as Row;
          const differs = figures(was) !== figures(is);
          const source = (is ?? was)?.source ?? '';
          return (
            <TableRow
              key={key}
              selected={index === chosen}
              data-differs={differs}
              sx={{ verticalAlign: 'top', ...(differs && { bgcolor: 'error.light' }) }}
            >
              <RowName sx={{ overflowWrap: 'anywhere' }}>
                {(was ?? is)?.name}
                <Muted>{SOURCES[source] ?? source}</Muted>
              </RowName>
              <Cell figure="Issued" sx={FIGURES}>
                {figures(was)}
              </Cell>
              <Cell figure="Replayed" sx={{ ...FIGURES, fontWeight: differs ? 700 : 400 }}>
                {figures(is)}
              </Cell>
              <Cell>
                <Box component="ul" sx={{ m: 0, pl: 2 }}>
                  {(why.get(key) ?? []).map(({ event_id, text, seq }) => (
                    <li key={event_id}>
                      <Unbroken text={text} />
                      {seq !== null && ` (#${seq})`}
                    </li>
                  ))}
                </Box>
              </Cell>
            </TableRow>
          );
        })}
      </SmallTable>
      {hidden > 0 && folded && (
        <Button size="small" sx={{ m: 1 }} onClick={() => setFolded(false)}>
          {hidden === 1 ? 'Show the other line' : `Show the other ${showCount(hidden)} lines`}
        </Button>
      )}
      {hidden > 0 && !folded && (
        <Muted sx={{ p: 2 }}>{`${showCount(hidden)} more lines are the same on both sides.`}</Muted>
      )}
    </>
  );
}

interface WhatIfFormProps {
  readonly replay: InvoiceReplay;
  readonly current: WhatIf | null;
  readonly onTry: (whatIf: WhatIf | null) => void;
}

/** Replays the invoice with one event moved or left out; nothing is recorded. */
function WhatIfForm({ replay, current, onTry }: WhatIfFormProps) {
  const [event, setEvent] = useState('');
  const [day, setDay] = useState('');
  const [reasons] = useState(() => {
    const all = replay.lines
      .slice(0, FOLDED_LINES)
      .flatMap(({ name, why }) => why.map((reason) => ({ ...reason, name })));
    return [...new Map(all.map((reason) => [reason.event_id, reason])).values()];
  });
  if (reasons.length === 0) return null;
  return (
    <Box component="section" aria-labelledby="what-if" sx={{ mt: 3 }}>
      <Typography component="h3" variant="h3" id="what-if">
        What if
      </Typography>
      <Muted sx={{ mb: 1.5 }}>
        Replays the invoice with one event moved to another day or left out. Nothing is recorded.
      </Muted>
      <Box
        sx={{
          display: 'grid',
          gap: 1.5,
          alignItems: 'end',
          gridTemplateColumns: { md: '2fr 1fr auto auto auto' },
        }}
      >
        <TextField
          select
          size="small"
          id="what-if-event"
          label="Event"
          value={event}
          onChange={({ target }) => setEvent(target.value)}
        >
          {reasons.map(({ event_id, seq, text, name }) => (
            <MenuItem key={event_id} value={event_id}>
              {`#${seq ?? '?'} ${text} (${name})`}
            </MenuItem>
          ))}
        </TextField>
        <TextField
          size="small"
          type="date"
          id="what-if-day"
          label="Recorded on"
          value={day}
          onChange={({ target }) => setDay(target.value)}
        />
        <Button
          variant="outlined"
          disabled={event === '' || day === ''}
          onClick={() => onTry({ moved: event, to: day })}
        >
          On that day
        </Button>
        <Button variant="outlined" disabled={event === ''} onClick={() => onTry({ without: event })}>
          Without it
        </Button>
        <Button disabled={current === null} onClick={() => onTry(null)}>
          Reset
        </Button>
      </Box>
    </Box>
  );
}

interface ReplayPanelProps {
  readonly invoiceId: string;
  /** Index of the questioned line. */
  readonly line?: number;
}

/** An invoice as issued and as replayed from the log, with what-if replays. */
export function ReplayPanel({ invoiceId, line }: ReplayPanelProps) {
  const [whatIf, setWhatIf] = useState<WhatIf | null>(null);
  const portal = usePortal();
  const { data, error, refetch } = useQuery({
    queryKey: [paths.admin.invoiceReplay(invoiceId), whatIf],
    queryFn: () => portal.replayInvoice(invoiceId, whatIf),
  });
  if (error !== null) {
    return (
      <Alert
        severity="error"
        action={
          <Button
            color="inherit"
            size="small"
            onClick={() => (whatIf === null ? void refetch() : setWhatIf(null))}
          >
            {whatIf === null ? 'Try again' : 'Reset'}
          </Button>
        }
      >
        {messageOf(error, 'The replay could not be loaded.')}
      </Alert>
    );
  }
  if (data === undefined)
    return <Skeleton variant="rounded" height={220} role="status" aria-label="Loading" />;
  return (
    <Box>
      <Verdict replay={data} />
      <ReplayTable replay={data} {...(line === undefined ? {} : { line })} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 2 }}>
        <Button size="small" variant="outlined" href={paths.admin.evidencePdf(invoiceId)} download>
          Evidence as PDF
        </Button>
        <Button size="small" variant="outlined" href={paths.admin.evidenceJson(invoiceId)} download>
          Raw events with proof
        </Button>
      </Box>
      <WhatIfForm replay={data} current={whatIf} onTry={setWhatIf} />
    </Box>
  );
}

/** Whether issued and replayed are equal; a what-if shows the difference. */
function Verdict({ replay }: { readonly replay: InvoiceReplay }) {
  const { equal, hypothetical, issued, replayed, cutSeq } = replay;
  if (hypothetical) {
    const difference = replayed.total_cents - issued.total_cents;
    return (
      <Alert severity="warning" sx={{ mb: 2 }}>
        <strong>What-if replay. Nothing is recorded.</strong> The invoice would be{' '}
        {formatDollars(replayed.total_cents)}
        {difference === 0
          ? ', as it is.'
          : `, ${formatDollars(Math.abs(difference))} ${difference > 0 ? 'more' : 'less'} than issued.`}
      </Alert>
    );
  }
  return (
    <Alert
      severity={equal ? 'success' : 'error'}
      icon={equal ? <CheckIcon /> : <ErrorIcon />}
      sx={{ mb: 2 }}
      data-testid="replay-verdict"
    >
      <strong>
        {equal
          ? 'Verified: recalculated from history, exact match.'
          : 'Mismatch: recalculating from history gives another result.'}
      </strong>{' '}
      Issued {formatDollars(issued.total_cents)}, replayed {formatDollars(replayed.total_cents)}, from the
      events up to #{cutSeq}.
    </Alert>
  );
}
