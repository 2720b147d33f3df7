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
