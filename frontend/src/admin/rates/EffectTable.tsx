import { Box, Typography } from '@mui/material';
import type { RateEffect } from '@portal/contract';
import { useEffect, useId, useRef } from 'react';
import { dateText } from '../../shared/dateText.ts';
import { dollarsText } from '../../shared/dollarsText.ts';
import { tableStyle } from '../../shared/ui/tableStyle.ts';

/** Lines shown; a portfolio of hundreds of sites stays readable. */
const MOST_LINES = 50;

type Line = RateEffect['lines'][number];

const changes = (line: Line) =>
  line.rate_before !== line.rate_after || line.amount_before !== line.amount_after;

/** `before → after`, read as words; the amount alone where it stays. */
function Change({ before, after }: { readonly before: number; readonly after: number }) {
  if (before === after) return <>{dollarsText(after)}</>;
  return (
    <>
      <Box component="span" sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>
        {dollarsText(before)}
        <span aria-hidden> →</span>
      </Box>{' '}
      <Box component="span" sx={{ position: 'absolute', clipPath: 'inset(50%)' }}>
        becomes{' '}
      </Box>
      <strong>{dollarsText(after)}</strong>
    </>
  );
}

/** Inside a dialog: no distance to its edge, and figures that may stand below each other on a phone. */
const style = {
  ...tableStyle,
  fontSize: '0.875rem',
  '& tr > :not(* + *)': { pl: 0 },
  '& thead th:last-of-type, & td:last-of-type': { pr: 0 },
  '& .figure': { textAlign: 'right', fontVariantNumeric: 'tabular-nums' },
} as const;

/** What a price would make of the next invoice, line by line, as the code that bills computes it. */
export function EffectTable({ effect }: { readonly effect: RateEffect }) {
  const place = useRef<HTMLDivElement>(null);
  const id = useId();
  useEffect(() => {
    // an increase that has to be confirmed first shows that instead
    place.current?.focus({ preventScroll: effect.short_notice });
    if (!effect.short_notice) place.current?.scrollIntoView?.({ block: 'nearest' });
  }, [effect.short_notice]);
  const changed = effect.lines.filter(changes);
  const shown = changed.slice(0, MOST_LINES);
  const others = effect.lines.length - shown.length;
  return (
    <Box ref={place} tabIndex={-1} role="group" aria-labelledby={id} sx={{ outline: 'none' }}>
      <Typography variant="h3" component="h3" id={id} sx={{ mb: 1 }}>
        Effect on the invoice of {dateText(effect.invoice_date)}
      </Typography>
      {changed.length === 0 && (
        <Typography color="text.secondary" sx={{ mb: 1 }}>
          Nothing changes on this invoice.
        </Typography>
      )}
      <Box sx={{ overflowX: 'auto' }} role="region" aria-labelledby={id} tabIndex={0}>
        <Box component="table" sx={style}>
          <thead>
            <tr>
              <th scope="col">Site</th>
              <th scope="col" className="figure">
                Rate
              </th>
              <th scope="col" className="figure">
                Charge
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((line) => (
              <tr key={line.site_id}>
                <Box component="th" scope="row" sx={{ minWidth: 110, overflowWrap: 'anywhere' }}>
                  {line.site_name}
                  <Typography variant="body2" color="text.secondary">
                    {line.readers} {line.readers === 1 ? 'reader' : 'readers'}
                  </Typography>
                </Box>
                <td className="figure">
                  <Change before={line.rate_before} after={line.rate_after} />
                </td>
                <td className="figure">
                  <Change before={line.amount_before} after={line.amount_after} />
                </td>
              </tr>
            ))}
            {others > 0 && (
              <tr>
                <td colSpan={3}>
                  {others} {changed.length > shown.length ? 'more' : 'unchanged'}{' '}
                  {others === 1 ? 'site' : 'sites'}
                </td>
              </tr>
            )}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" colSpan={2}>
                Total
              </th>
              <td className="figure">
                <Change before={effect.total_before} after={effect.total_after} />
              </td>
            </tr>
          </tfoot>
        </Box>
      </Box>
    </Box>
  );
}
