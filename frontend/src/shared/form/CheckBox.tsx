import { styled } from '@mui/material/styles';

/** The browser's checkbox in the product's color, large enough for touch. */
export const CheckBox = styled('input')(({ theme }) => ({
  flex: 'none',
  width: 22,
  height: 22,
  margin: 0,
  cursor: 'pointer',
  accentColor: theme.palette.primary.main,
  // the dark box of browsers looks disabled
  '&:enabled:not(:checked)': { colorScheme: 'light' },
  '&:disabled': { cursor: 'not-allowed' },
}));
