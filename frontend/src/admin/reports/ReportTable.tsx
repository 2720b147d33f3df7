import { Box, Table, TableBody, TableCell, TableContainer, TableHead, TableRow } from '@mui/material';
import type { ReportType } from '@portal/contract';
import { Fragment } from 'react';
import { LAYOUTS, type ReportColumn } from './layouts.ts';

interface ReportTableProps {
  readonly type: ReportType;
  readonly rows: readonly unknown[];
}

/** The rows of one page, under their company where the report is grouped. */
export function ReportTable({ type, rows }: ReportTableProps) {
  const { label, columns, group } = LAYOUTS[type];
  const shown = rows as readonly never[];
  return (
    <TableContainer>
      <Table size="small" aria-label={label}>
        <TableHead>
          <TableRow>
            {columns.map((column) => (
              <TableCell key={column.label} align={alignOf(column)}>
                {column.label}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {shown.map((row, index) => {
            const here = group?.(row);
            const above = index === 0 ? undefined : group?.(shown[index - 1] as never);
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity, a page is replaced whole
              <Fragment key={index}>
                {here !== undefined && here.id !== above?.id && (
                  <TableRow>
                    <TableCell
                      component="th"
                      scope="rowgroup"
                      colSpan={columns.length}
                      sx={{ bgcolor: 'background.default', fontWeight: 650 }}
                    >
                      {here.label}
                    </TableCell>
                  </TableRow>
                )}
                <TableRow hover>
                  {columns.map((column) => (
                    <TableCell key={column.label} align={alignOf(column)}>
                      <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
                        {column.text(row)}
                      </Box>
                    </TableCell>
                  ))}
                </TableRow>
              </Fragment>
            );
          })}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

const alignOf = ({ numeric }: ReportColumn) => (numeric === true ? 'right' : 'left');
