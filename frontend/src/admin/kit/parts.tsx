import PdfIcon from '@mui/icons-material/PictureAsPdfOutlined';
import {
  Box,
  Button,
  type ButtonProps,
  Paper,
  Table,
  TableBody,
  TableCell,
  type TableCellProps,
  TableContainer,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material';
import type { ReactNode } from 'react';
import { dollarsText, NONE } from '../../shared/text.ts';

type Columns = readonly (string | { readonly figure: string })[];

/** A table's header. @param columns labels; `figure` of a column that is aligned right */
export const HeadRow = ({ columns }: { readonly columns: Columns }) => (
  <TableHead>
    <TableRow>
      {columns.map((column) =>
        typeof column === 'string' ? (
          <TableCell key={column}>{column}</TableCell>
        ) : (
          <TableCell key={column.figure} align="right">
            {column.figure}
          </TableCell>
        ),
      )}
    </TableRow>
  </TableHead>
);

/** A table whose rows are cards on a phone: a line for each cell, with its column's name from `data-label`. */
export const stackedOnPhone = {
  '@media (max-width: 599.95px)': {
    '&, & tbody, & tfoot, & tr, & th, & td': { display: 'block' },
    // stays for screen readers
    '& thead': {
      position: 'absolute',
      overflow: 'hidden',
      width: '1px',
      height: '1px',
      clipPath: 'inset(50%)',
    },
    '& tbody tr': { borderTop: 0, borderBottom: 1, borderColor: 'divider', py: 1 },
    '& tfoot tr': { borderTop: 0, py: 1 },
    '& tbody th, & tbody td, & tfoot th, & tfoot td': { border: 0, py: 0.25 },
    '& td[data-label]': {
      display: 'flex',
      flexDirection: 'row',
      justifyContent: 'space-between',
      alignItems: 'baseline',
      gap: 2,
      textAlign: 'right',
      '&::before': {
        content: 'attr(data-label)',
        color: 'text.secondary',
        textAlign: 'left',
        // a long value beside it must not break it
        overflowWrap: 'normal',
      },
    },
    // nothing to say, in a table of many columns
    '& td[data-none]': { display: 'none' },
  },
} as const;

interface SmallTableProps {
  readonly label: string;
  readonly columns: Columns;
  /** In place of {@link stackedOnPhone}. */
  readonly sx?: object;
  readonly foot?: ReactNode;
  readonly children: ReactNode;
}

/** A small table; focusable, so that it scrolls by keyboard where it is wider than its place. */
export const SmallTable = ({ label, columns, sx = stackedOnPhone, foot, children }: SmallTableProps) => (
  <TableContainer tabIndex={0} role="region" aria-label={label}>
    <Table size="small" aria-label={label} sx={sx}>
      <HeadRow columns={columns} />
      <TableBody>{children}</TableBody>
      {foot}
    </Table>
  </TableContainer>
);

/** Nine columns of figures fit a window of 1,024 pixels. */
const CLOSE_COLUMNS = {
  '& th, & td': { px: { sm: 1, xl: 2 } },
  '& tr > :first-child': { pl: { sm: 2 } },
  '& tr > :last-child': { pr: { sm: 2 } },
} as const;

/** More fit it closer together and in smaller figures. */
const MANY_COLUMNS = {
  '& th, & td': { px: { sm: 0.75, xl: 2 }, fontSize: { sm: '0.8rem', xl: '0.875rem' } },
} as const;

interface FigureTableProps {
  readonly title: string;
  readonly columns: Columns;
  /** Smaller figures, closer together; those of ten columns are by default. */
  readonly isDense?: boolean;
  /** Said in place of the table; undefined where there are rows. */
  readonly empty?: string | undefined;
  /** Below the table. */
  readonly after?: ReactNode;
  readonly children: ReactNode;
}

/** A section with a table of figures. */
export function FigureTable(props: FigureTableProps) {
  const { title, columns, isDense = columns.length >= 10, empty, after, children } = props;
  return (
    <Paper variant="outlined" component="section" aria-label={title}>
      <Typography component="h2" variant="h3" sx={{ p: 2, pb: 1 }}>
        {title}
      </Typography>
      {empty === undefined ? (
        // focusable, so that a table wider than the screen scrolls by keyboard
        <TableContainer tabIndex={0} role="region" aria-label={`${title}, figures`}>
          <Table
            size="small"
            aria-label={title}
            sx={{ ...CLOSE_COLUMNS, ...(isDense && MANY_COLUMNS), ...stackedOnPhone }}
          >
            <HeadRow columns={columns} />
            <TableBody>{children}</TableBody>
          </Table>
        </TableContainer>
      ) : (
        <Typography color="text.secondary" role="status" sx={{ p: 2, pt: 0 }}>
          {empty}
        </Typography>
      )}
      {after}
    </Paper>
  );
}

/** The look of a row of totals. */
export const TOTAL_ROW = { '&& > *': { fontWeight: 700 } } as const;

interface PlainListProps {
  readonly label: string;
  /** Between its items, in units of the theme. */
  readonly gap: number;
  readonly sx?: object;
  readonly children: ReactNode;
}

/** A list without markers, one item below the other. */
export const PlainList = ({ label, gap, sx, children }: PlainListProps) => (
  <Box
    component="ul"
    aria-label={label}
    sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap, ...sx }}
  >
    {children}
  </Box>
);

interface PdfButtonProps extends Pick<ButtonProps, 'aria-label' | 'variant'> {
  readonly href: string;
  readonly label: string;
}

/** Downloads a document. */
export const PdfButton = ({ label, ...button }: PdfButtonProps) => (
  <Button size="small" startIcon={<PdfIcon />} download {...button}>
    {label}
  </Button>
);

/** The cell that names its row. */
export const RowName = (props: TableCellProps) => <TableCell component="th" scope="row" {...props} />;

interface CellProps extends TableCellProps {
  /** The column's name, shown on a phone; `figure` of a column that is aligned right. */
  readonly label?: string;
  readonly figure?: string;
  /** The cell is empty: a phone leaves it out. */
  readonly isNone?: boolean;
}

/** A cell of a table that is {@link stackedOnPhone}. */
export const Cell = ({ label, figure, isNone = false, ...cell }: CellProps) => (
  <TableCell
    align={figure === undefined ? 'left' : 'right'}
    data-label={figure ?? label}
    data-none={isNone || undefined}
    {...cell}
  />
);

interface AmountCellProps {
  /** The column's name, shown on a phone. */
  readonly label: string;
  /** Dollars. */
  readonly amount: number;
  /** Shows $0.00 too, not a dash. */
  readonly zero?: boolean;
}

/** A cell with an amount. */
export function AmountCell({ label, amount, zero = false }: AmountCellProps) {
  const isNone = amount === 0 && !zero;
  return (
    <Cell figure={label} isNone={isNone} sx={FIGURES}>
      {isNone ? NONE : dollarsText(amount)}
    </Cell>
  );
}

/** The look of figures in a table. */
export const FIGURES = { whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' } as const;

/** Invoice numbers and dates, and a dot with what it comes before. */
const WHOLE = /((?:· )?\b(?:INV-\d+-\d+|[A-Z][a-z]{2} \d{1,2}, \d{4})|· \S)/;

/** A text whose invoice numbers and dates do not break across lines, and no line of which ends in a dot. */
export const Unbroken = ({ text }: { readonly text: ReactNode }) =>
  typeof text !== 'string'
    ? text
    : text.split(WHOLE).map((part, index) =>
        index % 2 === 0 ? (
          part
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts have no id, and never move
          <Box component="span" key={index} sx={{ whiteSpace: 'nowrap' }}>
            {part}
          </Box>
        ),
      );
