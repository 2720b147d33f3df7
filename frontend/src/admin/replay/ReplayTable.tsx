import {
  Box,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material';
import type { InvoiceReplay } from '@portal/contract';
import { formatDollars } from '@portal/domain/values';
import { showCount } from '../format.ts';

const SOURCES: Readonly<Record<string, string>> = {
  custom: 'custom rate',
  promotional: 'promotional rate',
  account: 'default rate',
  system: 'system rate',
  corrected: 'corrected rate',
  line: 'added line',
  carried: 'carried over',
  credit: 'credit',
};

/** Lines of a long invoice that are shown beside those that differ. */
export const FOLDED_LINES = 200;

type Line = InvoiceReplay['issued']['lines'][number];

/** What tells a line from another: its site, or for what was taken over its text. */
const keyOf = ({ site_id, name }: Pick<Line, 'site_id' | 'name'>) => site_id ?? name;

const figures = (line: Line | undefined): string =>
  line === undefined
    ? 'not there'
    : line.rate_cents === 0 && line.readers === 0
      ? formatDollars(line.amount_cents)
      : `${showCount(line.readers)} x ${formatDollars(line.rate_cents)} = ${formatDollars(line.amount_cents)}`;

interface ReplayTableProps {
  readonly replay: InvoiceReplay;
  readonly line?: number;
}

/** Each line as it was issued and as the log gives it, with why. */
export function ReplayTable({ replay, line: chosen }: ReplayTableProps) {
  const replayed = new Map(replay.replayed.lines.map((line) => [keyOf(line), line]));
  const why = new Map(replay.lines.map((line) => [keyOf(line), line.why]));
  const issued = new Set(replay.issued.lines.map(keyOf));
  const added = replay.replayed.lines.filter((line) => !issued.has(keyOf(line)));
  const rows: readonly { readonly key: string; readonly was?: Line; readonly is?: Line }[] = [
    ...replay.issued.lines.map((was) => {
      const is = replayed.get(keyOf(was));
      return { key: keyOf(was), was, ...(is === undefined ? {} : { is }) };
    }),
    ...added.map((is) => ({ key: keyOf(is), is })),
  ];
  const isShown = (index: number) => {
    const row = rows[index];
    return index < FOLDED_LINES || index === chosen || figures(row?.was) !== figures(row?.is);
  };
  const hidden = rows.length - rows.filter((_, index) => isShown(index)).length;
  return (
    <TableContainer tabIndex={0} role="region" aria-label="Replay by line">
      <Table size="small">
        <TableHead>
          <TableRow>
            <TableCell>Charge</TableCell>
            <TableCell>Issued</TableCell>
            <TableCell>Replayed</TableCell>
            <TableCell>Why</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map(({ key, was, is }, index) => {
            if (!isShown(index)) return null;
            const differs = figures(was) !== figures(is);
            const source = (is ?? was)?.source ?? '';
            return (
              <TableRow
                key={key}
                selected={index === chosen}
                data-differs={differs}
                sx={{ verticalAlign: 'top', ...(differs && { bgcolor: 'error.light' }) }}
              >
                <TableCell component="th" scope="row" sx={{ overflowWrap: 'anywhere' }}>
                  {(was ?? is)?.name}
                  <Typography variant="body2" color="text.secondary">
                    {SOURCES[source] ?? source}
                  </Typography>
                </TableCell>
                <TableCell sx={{ fontVariantNumeric: 'tabular-nums' }}>{figures(was)}</TableCell>
                <TableCell sx={{ fontVariantNumeric: 'tabular-nums', fontWeight: differs ? 700 : 400 }}>
                  {figures(is)}
                </TableCell>
                <TableCell>
                  <Box component="ul" sx={{ m: 0, pl: 2 }}>
                    {(why.get(key) ?? []).map(({ event_id, text, seq }) => (
                      <li key={event_id}>
                        {text}
                        {seq !== null && ` (#${seq})`}
                      </li>
                    ))}
                  </Box>
                </TableCell>
              </TableRow>
            );
          })}
        </TableBody>
      </Table>
      {hidden > 0 && (
        <Typography variant="body2" color="text.secondary" sx={{ p: 2 }}>
          {`${showCount(hidden)} more lines are the same on both sides.`}
        </Typography>
      )}
    </TableContainer>
  );
}
