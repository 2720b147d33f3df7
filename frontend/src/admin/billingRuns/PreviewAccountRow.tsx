import ExpandIcon from '@mui/icons-material/ExpandMore';
import { Box, Button, Table, TableBody, TableCell, TableHead, TableRow, Typography } from '@mui/material';
import { useId, useState } from 'react';
import { StatusBadge } from '../../shared/ui/StatusBadge.tsx';
import { showCount, showDollars } from '../format.ts';
import { RecordLink } from '../records/links.tsx';
import { DemoBadge } from '../records/states.tsx';
import { OUTCOMES, type PreviewAccount, skippedText } from './outcomes.ts';

/** An account of a preview: its total, why it differs from the month before, and its lines on demand. */
export function PreviewAccountRow({ account }: { readonly account: PreviewAccount }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const { outcome, total, last_month_total: before, differences, lines, skipped_because: why } = account;
  const name = account.company_name ?? 'A company without a name';
  const { label, tone } = OUTCOMES[outcome];
  const count = lines.length === 1 ? '1 line' : `${showCount(lines.length)} lines`;
  return (
    <Box component="li" sx={{ px: 2, py: 1.5, borderTop: 1, borderColor: 'divider' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 0.5 }}>
        <Box sx={{ flex: '1 1 240px', minWidth: 0 }}>
          <RecordLink resource="companies" id={account.account_id}>
            {name}
          </RecordLink>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5 }}>
            <StatusBadge tone={tone}>{label}</StatusBadge>
            {account.is_demo && <DemoBadge />}
          </Box>
        </Box>
        <Box sx={{ textAlign: { sm: 'right' }, fontVariantNumeric: 'tabular-nums' }}>
          <Typography sx={{ fontWeight: 600 }}>{showDollars(total)}</Typography>
          <Typography variant="body2" color="text.secondary">
            {showDollars(before)} the month before
          </Typography>
        </Box>
        {lines.length > 0 && (
          <Button
            size="small"
            aria-expanded={open}
            aria-controls={id}
            aria-label={`${count} of ${name}`}
            onClick={() => setOpen(!open)}
            endIcon={<ExpandIcon sx={{ transform: open ? 'rotate(180deg)' : 'none' }} />}
          >
            {count}
          </Button>
        )}
      </Box>
      {why !== null && (
        <Typography variant="body2" sx={{ mt: 0.5 }}>
          {skippedText(why)}
        </Typography>
      )}
      {differences.length > 0 && (
        <Box component="ul" aria-label={`Why ${name} differs`} sx={{ m: 0, mt: 0.5, pl: 2.5 }}>
          {differences.map((text) => (
            <Typography component="li" variant="body2" key={text}>
              {text}
            </Typography>
          ))}
        </Box>
      )}
      <Box
        id={id}
        hidden={!open}
        role="region"
        aria-label={`Lines of ${name}`}
        // focusable, so that lines wider than the screen scroll by keyboard
        tabIndex={0}
        sx={{ mt: 1, overflowX: 'auto' }}
      >
        {open && <Lines lines={lines} />}
      </Box>
    </Box>
  );
}

const SOURCES = {
  custom: 'Custom rate',
  promotional: 'Promotional rate',
  account: 'Default rate',
  system: 'System rate',
  corrected: 'Corrected rate',
  line: 'Added line',
} as const;

/** Lines of a long invoice that are shown. */
const MOST_LINES = 500;

function Lines({ lines }: Pick<PreviewAccount, 'lines'>) {
  return (
    <Table size="small">
      <TableHead>
        <TableRow>
          <TableCell>Site</TableCell>
          <TableCell align="right">Readers</TableCell>
          <TableCell align="right">Rate</TableCell>
          <TableCell>From</TableCell>
          <TableCell align="right">Amount</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {lines.slice(0, MOST_LINES).map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: credits and remainders have no id, and lines never move
          <TableRow key={`${index} ${line.site_id}`}>
            <TableCell>{line.name}</TableCell>
            <TableCell align="right">{showCount(line.readers)}</TableCell>
            <TableCell align="right">{showDollars(line.rate)}</TableCell>
            <TableCell>{line.source === null ? '' : SOURCES[line.source]}</TableCell>
            <TableCell align="right">{showDollars(line.amount)}</TableCell>
          </TableRow>
        ))}
        {lines.length > MOST_LINES && (
          <TableRow>
            <TableCell colSpan={5}>{`${showCount(lines.length - MOST_LINES)} more lines`}</TableCell>
          </TableRow>
        )}
      </TableBody>
    </Table>
  );
}
