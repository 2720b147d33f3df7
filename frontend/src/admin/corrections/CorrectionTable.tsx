import {
  Box,
  Table,
  TableBody,
  TableCell,
  TableFooter,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material';
import type { CorrectionPreview } from '@portal/contract';
import { showCount, showDollars } from '../format.ts';

type Line = CorrectionPreview['lines'][number];

/** Longer ones show what is corrected alone. */
const MOST_LINES = 200;

const isChanged = ({ reasons }: Line) => reasons.length > 0;

/** What corrections come to, line by line, before anything is recorded. */
export function CorrectionTable({ preview }: { readonly preview: CorrectionPreview }) {
  const billed = preview.lines.filter(({ billed_before, billed_after }) => billed_before || billed_after);
  const lines = billed.length > MOST_LINES ? billed.filter(isChanged) : billed;
  const left = billed.length - lines.length;
  return (
    <Box role="region" aria-label="Before and after" tabIndex={0} sx={{ overflowX: 'auto' }}>
      <Table size="small">
        <TableHead>
          <TableRow>
            <TableCell>Charge</TableCell>
            <TableCell align="right">Before</TableCell>
            <TableCell align="right">After</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: added lines have no id, and lines never move
            <TableRow key={`${index} ${line.site_id}`} selected={isChanged(line)}>
              <TableCell sx={{ overflowWrap: 'anywhere' }}>
                {line.name}
                {line.reasons.map((reason) => (
                  <Typography key={reason} variant="body2" color="text.secondary">
                    {reason}
                  </Typography>
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
              <TableCell align="right">{showDollars(amount_before)}</TableCell>
              <TableCell align="right">{showDollars(amount_after)}</TableCell>
            </TableRow>
          ))}
        </TableBody>
        <TableFooter>
          <TableRow
            sx={{
              '& > .MuiTableCell-root': { color: 'text.primary', fontSize: '0.875rem', fontWeight: 600 },
            }}
          >
            <TableCell component="th" scope="row">
              Total
            </TableCell>
            <TableCell align="right">{showDollars(preview.total_before)}</TableCell>
            <TableCell align="right">{showDollars(preview.total_after)}</TableCell>
          </TableRow>
        </TableFooter>
      </Table>
    </Box>
  );
}

function Side({ line, side }: { readonly line: Line; readonly side: 'before' | 'after' }) {
  const isSite = line.site_id !== null;
  const billed = line[`billed_${side}`];
  return (
    <TableCell align="right" sx={{ fontVariantNumeric: 'tabular-nums', verticalAlign: 'top' }}>
      {billed ? showDollars(line[`amount_${side}`]) : isSite && 'Not billed'}
      {billed && isSite && (
        <Typography variant="body2" color="text.secondary">
          {showCount(line[`readers_${side}`])} x {showDollars(line[`rate_${side}`])}
        </Typography>
      )}
    </TableCell>
  );
}
