import { TableCell, TableHead, TableRow } from '@mui/material';

/** A table's header. @param columns labels; `figure` of a column that is aligned right */
export function HeadRow({
  columns,
}: {
  readonly columns: readonly (string | { readonly figure: string })[];
}) {
  return (
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
}
