import { styled } from '@mui/material';

/** The browser's checkbox in the product's color, large enough for touch. */
export const CheckBox = styled('input')(({ theme }) => ({
  flex: 'none',
  width: 22,
  height: 22,
  margin: 0,
  cursor: 'pointer',
  accentColor: theme.palette.primary.main,
  // the box of browsers looks disabled in the dark
  '&:enabled:not(:checked)': {
    appearance: 'none',
    border: `2px solid ${theme.palette.text.secondary}`,
    borderRadius: 4,
  },
  '&:disabled': { cursor: 'not-allowed' },
}));
