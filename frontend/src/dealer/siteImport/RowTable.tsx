import Button from '@mui/material/Button';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { type ReactNode, useState } from 'react';

const SHOWN = 10;

interface RowTableProps<Row> {
  readonly label: string;
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
  /** The cells of a row, one for each column. */
  readonly cells: (row: Row, index: number) => readonly ReactNode[];
}

/** The first rows of a file; all on request. */
export function RowTable<Row extends { readonly line: number }>(props: RowTableProps<Row>) {
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
            // rows of two files may have the same line number
            // biome-ignore lint/suspicious/noArrayIndexKey: rows hold no state and are replaced as a whole
            <TableRow key={`${row.line} ${index}`}>
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
