import { Box, Table, TableBody, TableCell, TableContainer, TableFooter, TableRow } from '@mui/material';
import type { Receipt, ReceiptTotals } from '@portal/contract';
import { centsFromDollars, dollarsFromCents, sumCents } from '@portal/domain/values';
import { showDate } from '../../../shared/text.ts';
import { AmountCell, HeadRow, stackedOnPhone } from '../../kit/parts.tsx';
import { DemoBadge } from '../../records/states.tsx';
import { useTotals } from '../../ui/Totals.tsx';
import { METHODS } from './parts.tsx';

/** Of the totals, pixels; longer ones scroll. */
const HEIGHT = 264;

/** What was received on each day by each method, of all receipts that the list finds; the newest day first. */
export function DayTotals() {
  const { data: totals = [], isPending } = useTotals<ReceiptTotals>();
  // so that the list below does not move
  if (isPending) return <Box sx={{ height: HEIGHT, mb: 2 }} />;
  if (totals.length === 0) return null;
  const modes = [false, true].filter((mode) => totals.some(({ is_demo }) => is_demo === mode));
  const days = [...new Set(totals.map(({ day }) => day))].reverse();
  const rowsOf = (day: string) =>
    modes.map((mode) => totals.filter((sums) => sums.day === day && sums.is_demo === mode));
  return (
    // focusable, so that it scrolls by keyboard
    <TableContainer
      tabIndex={0}
      role="region"
      aria-label="Totals by day"
      sx={{
        maxHeight: HEIGHT,
        mb: 2,
        borderBottom: 1,
        borderColor: 'divider',
        // a phone has no room for days beside their sum
        '@media (max-width: 599.95px)': { '& table tbody': { display: 'none' } },
      }}
    >
      <Table size="small" stickyHeader aria-label="Totals by day" sx={{ ...stackedOnPhone, ...STICKY_FOOT }}>
        <HeadRow
          columns={[
            'Day',
            ...METHODS.map(({ many }) => ({ figure: many })),
            { figure: 'Received' },
            { figure: 'Reversed since' },
          ]}
        />
        <TableBody>
          {days.flatMap((day) =>
            rowsOf(day).flatMap((sums) =>
              sums[0] === undefined
                ? []
                : [
                    <SumsRow
                      key={`${day} ${sums[0].is_demo}`}
                      name={showDate(day)}
                      sums={sums}
                      isDemo={sums[0].is_demo}
                    />,
                  ],
            ),
          )}
        </TableBody>
        <TableFooter>
          {modes.map((mode) => (
            <SumsRow
              key={String(mode)}
              name="All days"
              sums={totals.filter(({ is_demo }) => is_demo === mode)}
              isDemo={mode}
            />
          ))}
        </TableFooter>
      </Table>
    </TableContainer>
  );
}

const STICKY_FOOT = {
  '& tfoot': {
    position: 'sticky',
    bottom: 0,
    bgcolor: 'background.paper',
    '& th, & td': { typography: 'body2', fontWeight: 700, color: 'text.primary' },
  },
} as const;

interface SumsRowProps {
  readonly name: string;
  readonly sums: readonly ReceiptTotals[];
  readonly isDemo: boolean;
}

function SumsRow({ name, sums, isDemo }: SumsRowProps) {
  const centsOf = (amount: 'amount' | 'reversed_amount', method?: Receipt['method']) =>
    sumCents(
      sums
        .filter((one) => method === undefined || one.method === method)
        .map((one) => centsFromDollars(one[amount])),
    );
  const figures = [
    ...METHODS.map(({ id, many }) => [many, centsOf('amount', id)] as const),
    ['Received', centsOf('amount')] as const,
    ['Reversed since', centsOf('reversed_amount')] as const,
  ];
  return (
    <TableRow>
      <TableCell component="th" scope="row" sx={{ whiteSpace: 'nowrap' }}>
        {name} {isDemo && <DemoBadge />}
      </TableCell>
      {figures.map(([label, cents]) => (
        <AmountCell key={label} label={label} amount={dollarsFromCents(cents)} />
      ))}
    </TableRow>
  );
}
