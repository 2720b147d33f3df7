/** Tables of the billing pages. Cells of class `figure` are aligned right. */
export const tableStyle = {
  width: '100%',
  borderCollapse: 'collapse',
  fontSize: '0.9375rem',
  '& th, & td': { px: { xs: 1.25, sm: 2 }, py: 1.25, textAlign: 'left', verticalAlign: 'middle' },
  // the first cell of a row, th or td
  '& tr > :not(* + *)': { pl: { xs: 2, sm: 3 } },
  '& thead th:last-of-type, & td:last-of-type': { pr: { xs: 2, sm: 3 } },
  '& thead th': { color: 'text.secondary', fontSize: '0.8125rem', fontWeight: 600, whiteSpace: 'nowrap' },
  '& tbody tr, & tfoot tr': { borderTop: 1, borderColor: 'divider' },
  '& tbody th': { fontWeight: 600 },
  '& tfoot th, & tfoot td': { fontWeight: 650 },
  '& .figure': { textAlign: 'right', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
} as const;
