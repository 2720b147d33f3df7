/** A table of the billing pages: quiet lines, figures in columns. `.figure` sets a cell to the right. */
export const tableStyle = {
  width: '100%',
  borderCollapse: 'collapse',
  fontSize: '0.9375rem',
  '& th, & td': { px: { xs: 1.25, sm: 2 }, py: 1.25, textAlign: 'left', verticalAlign: 'middle' },
  // what follows nothing is the first of its row, be it th or td
  '& tr > :not(* + *)': { pl: { xs: 2, sm: 3 } },
  '& thead th:last-of-type, & td:last-of-type': { pr: { xs: 2, sm: 3 } },
  '& thead th': { color: 'text.secondary', fontSize: '0.8125rem', fontWeight: 600, whiteSpace: 'nowrap' },
  '& tbody tr, & tfoot tr': { borderTop: 1, borderColor: 'divider' },
  '& tbody th': { fontWeight: 600 },
  '& tfoot th, & tfoot td': { fontWeight: 650 },
  '& .figure': { textAlign: 'right', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
} as const;
