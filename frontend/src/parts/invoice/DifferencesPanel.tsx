import { Box, Button, Link, Paper, Skeleton } from '@mui/material';
import type { BillingSummary, InvoiceDifferences } from '@portal/contract';
import { type ReactNode, useId, useState } from 'react';
import { Link as RouterLink } from 'react-router';
import { dateText, dollarsText, formatMonth } from '../../shared/text.ts';
import { Icon } from '../../shared/theme/Icon.tsx';
import { LoadProblem } from '../../shared/ui/LoadProblem.tsx';
import { Muted } from '../../shared/ui/Muted.tsx';
import { useDifferences } from './reads.ts';
import { changeText, signedText } from './texts.ts';

const DOWN = 'M7.4 8.6 12 13.2l4.6-4.6L18 10l-6 6-6-6z';

interface DifferencesPanelProps {
  /** Path that the differences are read from. */
  readonly path: string;
  /** What is compared: an invoice, or the estimate of the next one. */
  readonly what: 'invoice' | 'estimate';
  /** Address of the invoice compared with. */
  readonly linkTo: (invoiceId: string) => string;
  /** Below the differences, once they are unfolded. */
  readonly children?: ReactNode;
}

/** Whether there is an estimate to compare: nothing is shown for it while the company has no charges at all. */
export const isEstimated = (
  summary: Pick<BillingSummary, 'estimated_monthly_charge'> | undefined,
  invoices: readonly unknown[] | undefined,
): boolean =>
  typeof summary?.estimated_monthly_charge === 'number' &&
  invoices !== undefined &&
  (invoices.length > 0 || summary.estimated_monthly_charge > 0);

/** `$25.00 more than October` as a button that unfolds the differences with their causes; nothing without invoices. */
export function DifferencesPanel({ path, what, linkTo, children }: DifferencesPanelProps) {
  const { data, isError, refetch } = useDifferences(path);
  const [open, setOpen] = useState(false);
  const id = useId();
  if (isError) {
    return (
      <LoadProblem text="The comparison with the invoice before could not be loaded." onRetry={refetch} />
    );
  }
  if (data === undefined) return <Skeleton variant="rounded" height={58} />;
  if (data === null || (data.before === null && data.total === 0)) return null;
  return (
    <Paper component="section" variant="outlined" aria-label="Why it changed">
      <Button
        fullWidth
        color="inherit"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        endIcon={<Icon path={DOWN} sx={{ transform: open ? 'rotate(180deg)' : 'none' }} />}
        sx={{ minHeight: 56, py: 1, px: { xs: 2, sm: 3 }, textAlign: 'left', lineHeight: 1.35 }}
      >
        <Box component="span" sx={{ flex: 1, fontSize: '1.0625rem' }}>
          {changeText(data, what)}
        </Box>
        <Box component="span" sx={{ ml: 2, color: 'primary.main' }}>
          Why?
        </Box>
      </Button>
      <Box id={id} hidden={!open}>
        {open && <Differences data={data} what={what} linkTo={linkTo} />}
        {open && children}
      </Box>
    </Paper>
  );
}

const row = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  columnGap: 2,
  px: { xs: 2, sm: 3 },
  py: 1.25,
  borderTop: 1,
  borderColor: 'divider',
  overflowWrap: 'anywhere',
} as const;

const figure = { fontVariantNumeric: 'tabular-nums', fontWeight: 600, whiteSpace: 'nowrap' } as const;

/** From the amount of the invoice before to this one. */
export function Differences({
  data: { before, total, period, differences },
  what,
  linkTo,
}: Pick<DifferencesPanelProps, 'what' | 'linkTo'> & { readonly data: InvoiceDifferences }) {
  return (
    <Box component="ul" aria-label="Differences" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {before !== null && (
        <Box component="li" sx={row}>
          <span>
            {formatMonth(before.period)},{' '}
            <Link component={RouterLink} to={linkTo(before.id)} sx={{ whiteSpace: 'nowrap' }}>
              {before.invoice_number}
            </Link>
          </span>
          <Box component="span" sx={figure}>
            {dollarsText(before.total)}
          </Box>
        </Box>
      )}
      {differences.map(({ text, amount, causes }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: sites can have the same name; entries hold no state
        <Box component="li" key={index} sx={row}>
          <div>
            {text}
            {causes.map(({ text: cause, on, by, reason }) => (
              <Muted key={`${cause} ${on} ${by}`}>
                {cause}
                {reason === null ? '' : ` (${reason})`}
                <Box component="span" sx={{ display: { xs: 'block', sm: 'inline' } }}>
                  <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
                    {' · '}
                  </Box>
                  <time dateTime={on}>{dateText(on)}</time> · {by}
                </Box>
              </Muted>
            ))}
          </div>
          <Box component="span" sx={figure}>
            {signedText(amount)}
          </Box>
        </Box>
      ))}
      <Box component="li" sx={{ ...row, fontWeight: 650 }}>
        <span>
          {what === 'estimate' ? 'Projected for ' : ''}
          {formatMonth(period)}
        </span>
        <Box component="span" sx={figure}>
          {dollarsText(total)}
        </Box>
      </Box>
    </Box>
  );
}
