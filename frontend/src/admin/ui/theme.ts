import { alpha, createTheme, type Theme, type ThemeOptions } from '@mui/material/styles';
import { AdminTableBody, AdminTableHead } from './DataTableRow.tsx';

/** Below this width figures leave little for the names beside them. */
const SNUG = 1_400;

const components: NonNullable<ThemeOptions['components']> = {
  RaDataTable: {
    defaultProps: {
      body: AdminTableBody,
      head: AdminTableHead,
      rowClick: false,
      // every row has a checkbox: selected ones can be exported
      bulkActionButtons: true,
    },
    styleOverrides: {
      root: ({ theme: { breakpoints, palette, spacing, typography } }) => ({
        // rows of one height: a line that is too long ends in an ellipsis
        '& td': { whiteSpace: 'nowrap', [breakpoints.down(SNUG)]: { fontSize: '0.8125rem' } },
        '& tbody td': { height: 46, paddingBlock: 3 },
        '& tbody:has(.below) td': { height: 56 },
        '& td a': { paddingBlock: 0 },
        '& .cut': {
          display: '-webkit-box',
          WebkitBoxOrient: 'vertical',
          WebkitLineClamp: '1',
          overflow: 'hidden',
          // two lines keep their links apart
          lineHeight: '24px',
          whiteSpace: 'normal',
          // breakable everywhere, so that the table never gets wider than its place
          wordBreak: 'break-all',
          '& a': { display: 'inline', '&:focus-visible': { outlineOffset: -2 } },
          // some of a name stays beside many figures
          '&:has(a), a &': { minWidth: 88 },
        },
        '& .MuiTableCell-paddingCheckbox + td .cut': { [breakpoints.up(SNUG)]: { minWidth: 200 } },
        '& .below': { fontSize: 'inherit' },
        '& .MuiTableCell-alignRight .below': { display: 'block', whiteSpace: 'nowrap' },
        '& th, & td': {
          // nine amounts leave little for a name beside them
          [breakpoints.up('sm')]: { paddingInline: spacing(0.75) },
          [breakpoints.up('lg')]: { paddingInline: spacing(1) },
          [breakpoints.up('xl')]: { paddingInline: spacing(2) },
        },
        // a word of 200 letters would push the other columns out of sight
        '& td:not(.column-actions)': { maxWidth: 420 },
        // figures would run into the text beside them
        '& .MuiTableCell-alignRight + :not(.MuiTableCell-alignRight, .column-actions)': {
          [breakpoints.up('sm')]: { paddingLeft: spacing(2) },
          [breakpoints.up('xl')]: { paddingLeft: spacing(4) },
        },
        // figures keep as clear of the frame as the checkboxes
        '& :has(+ .column-actions), & tr > :last-child:not(.column-actions)': { paddingRight: spacing(2) },
        // only the sorted column needs room for an arrow
        '& .MuiTableSortLabel-root:not(.Mui-active) .MuiTableSortLabel-icon': { display: 'none' },
        // the actions stay visible while a wide table scrolls
        '& .column-actions': {
          position: 'sticky',
          right: 0,
          zIndex: 1,
          backgroundColor: palette.background.paper,
          borderLeft: `1px solid ${palette.divider}`,
        },
        // of a selected row, opaque
        '& .Mui-selected > .column-actions': {
          backgroundImage: `linear-gradient(${alpha(palette.primary.main, palette.action.selectedOpacity)} 0 0)`,
        },
        // no row of the page has an action
        '& table:not(:has(td.column-actions > *)) .column-actions': { display: 'none' },
        '& tfoot td': {
          ...typography.body2,
          color: palette.text.primary,
          fontWeight: 700,
          fontVariantNumeric: 'tabular-nums',
          borderTop: `2px solid ${palette.divider}`,
        },
        // rows that are about to be replaced; dimmed after a moment, so that quick answers do not flicker
        '& [inert]': { opacity: 0.5, transition: 'opacity 100ms 150ms' },
        '[aria-busy="true"] > & thead .MuiCheckbox-root': { pointerEvents: 'none' },
      }),
    },
  },
};

/** The portal's theme with the looks of react-admin's components. */
export const withAdminParts = (portal: Theme): Theme => createTheme(portal, { components });
