import { createTheme, type Theme, type ThemeOptions } from '@mui/material';
import type { ColorMode } from './storedColorMode.ts';

/** Header and footer are the same deep navy in both modes. */
export const NAVY = '#0b1f33';

const SANS =
  '"Geist", "Segoe UI Variable", "Segoe UI", system-ui, -apple-system, "Helvetica Neue", Arial, "Open Sans", sans-serif';

/** Of a field at rest: at least 3:1 on `default` and `paper` of both modes (WCAG 1.4.11), unlike MUI's own. */
const FIELD_BORDER = '#7d8b9a';

/** Every text color has a contrast of at least 4.5:1 on `default` and `paper`. */
const palettes: Record<ColorMode, NonNullable<ThemeOptions['palette']>> = {
  light: {
    mode: 'light',
    background: { default: '#f4f7fa', paper: '#ffffff' },
    primary: { main: '#0b6b62', dark: '#085049', light: '#dcefec', contrastText: '#ffffff' },
    secondary: { main: '#0f4c81', contrastText: '#ffffff' },
    success: { main: '#1b6b3a', light: '#e3f4e8', contrastText: '#ffffff' },
    warning: { main: '#8a5200', light: '#fdf1dc', contrastText: '#ffffff' },
    error: { main: '#b3261e', light: '#fdecea', contrastText: '#ffffff' },
    info: { main: '#0b5c99', light: '#e4f1fb', contrastText: '#ffffff' },
    text: { primary: '#15212e', secondary: '#485868' },
    divider: '#d5dee7',
  },
  dark: {
    mode: 'dark',
    background: { default: '#0d1520', paper: '#15202d' },
    primary: { main: '#69d2c3', dark: '#8fe0d4', light: '#14332f', contrastText: '#06251f' },
    secondary: { main: '#8ec3f5', contrastText: '#08213a' },
    success: { main: '#7fd69c', light: '#16301f', contrastText: '#06210f' },
    warning: { main: '#f2c36b', light: '#35290f', contrastText: '#2a1c00' },
    error: { main: '#ffa8a0', light: '#3b1a18', contrastText: '#3a0805' },
    info: { main: '#8cc9f4', light: '#132c40', contrastText: '#06233a' },
    text: { primary: '#e8eef4', secondary: '#aebccb' },
    divider: '#2b3a4a',
  },
};

function themeOptions(mode: ColorMode): ThemeOptions {
  return {
    palette: palettes[mode],
    shape: { borderRadius: 10 },
    typography: {
      fontFamily: SANS,
      h1: {
        fontSize: 'clamp(1.6rem, 1.25rem + 1.4vw, 2.1rem)',
        fontWeight: 700,
        letterSpacing: '-0.02em',
        lineHeight: 1.2,
      },
      h2: { fontSize: '1.25rem', fontWeight: 650, letterSpacing: '-0.01em', lineHeight: 1.3 },
      h3: { fontSize: '1.0625rem', fontWeight: 650, lineHeight: 1.35 },
      button: { textTransform: 'none', fontWeight: 600 },
      overline: { fontWeight: 600, letterSpacing: '0.06em', lineHeight: 1.6 },
    },
    components: {
      MuiCssBaseline: {
        styleOverrides: {
          body: { minHeight: '100dvh' },
          ':focus-visible': { outlineOffset: 2 },
          // as a footer group it would be printed on every sheet
          '@media print': { tfoot: { display: 'table-row-group' } },
          '@media (prefers-reduced-motion: reduce)': {
            '*, *::before, *::after': {
              animationDuration: '0.01ms !important',
              // a short duration would start one for every property, and charts and arrows stay as they began
              transition: 'none !important',
            },
          },
        },
      },
      MuiTableFooter: {
        styleOverrides: { root: { '@media print': { display: 'table-row-group' } } },
      },
      MuiButton: {
        defaultProps: { disableElevation: true },
        styleOverrides: {
          root: {
            minHeight: 42,
            paddingInline: 18,
            // a system's contrast theme takes backgrounds away
            '@media (forced-colors: active)': { border: '1px solid' },
          },
          sizeSmall: { minHeight: 34, paddingInline: 12 },
        },
      },
      MuiAlert: {
        styleOverrides: {
          // MUI would lighten our light colors again
          root: ({ theme: { palette }, ownerState: { severity = 'success' } }) => ({
            backgroundColor: palette[severity].light,
            color: palette.text.primary,
          }),
        },
      },
      MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
      MuiTextField: { defaultProps: { fullWidth: true } },
      MuiFormHelperText: { styleOverrides: { root: { marginInline: 0 } } },
      MuiFormLabel: { styleOverrides: { asterisk: { color: 'inherit' } } },
      // above the input, as in our forms, not on its border
      MuiInputLabel: {
        defaultProps: { shrink: true },
        styleOverrides: {
          root: ({ theme: { palette } }) => ({
            position: 'static',
            transform: 'none',
            maxWidth: 'none',
            marginBottom: 6,
            fontSize: '0.9rem',
            fontWeight: 600,
            lineHeight: 1.4375,
            color: palette.text.primary,
          }),
        },
      },
      MuiOutlinedInput: {
        styleOverrides: {
          inputSizeSmall: { paddingBlock: 10.5 },
          notchedOutline: { top: 0, borderColor: FIELD_BORDER, '& legend': { display: 'none' } },
        },
      },
      MuiDialog: {
        styleOverrides: {
          // on a phone at the top: there the keyboard leaves room, and a dialog that grows stays where it is
          container: ({ theme: { breakpoints } }) => ({
            [breakpoints.down('sm')]: { alignItems: 'flex-start' },
          }),
          paper: ({ theme: { breakpoints } }) => ({
            // it has the focus while no field of it has
            outline: 'none',
            [breakpoints.down('sm')]: {
              margin: 16,
              width: 'calc(100% - 32px)',
              maxWidth: 'calc(100% - 32px)',
              maxHeight: 'calc(100% - 32px)',
            },
          }),
        },
      },
      MuiDialogTitle: {
        styleOverrides: { root: { fontSize: '1.25rem', fontWeight: 650, letterSpacing: '-0.01em' } },
      },
      MuiDialogActions: { styleOverrides: { root: { padding: '8px 24px 20px', flexWrap: 'wrap' } } },
      // MUI would lighten our divider until it is gone
      MuiTableCell: {
        styleOverrides: {
          root: ({ theme: { palette } }) => ({ borderBottomColor: palette.divider }),
          alignRight: { fontVariantNumeric: 'tabular-nums' },
          // totals
          footer: ({ theme: { palette } }) => ({
            color: palette.text.primary,
            fontSize: '0.875rem',
            fontWeight: 600,
          }),
        },
      },
      // its frame closes the last row
      MuiTableContainer: {
        styleOverrides: {
          root: { '& tbody:last-child tr:last-child': { '&, & > *': { borderBottom: 0 } } },
        },
      },
      // both have no focus of their own
      MuiTableSortLabel: { styleOverrides: { root: { '&:focus-visible': { outline: '2px solid' } } } },
      MuiTablePagination: { styleOverrides: { select: { '&:focus-visible': { outline: '2px solid' } } } },
      MuiTab: { styleOverrides: { root: { minHeight: 48, fontWeight: 600 } } },
    },
  };
}

const made = new Map<ColorMode, Theme>();

/** The product's MUI theme (WCAG AA in both modes); the same object for each call. */
export function portalTheme(mode: ColorMode): Theme {
  const theme = made.get(mode) ?? createTheme(themeOptions(mode));
  made.set(mode, theme);
  return theme;
}
