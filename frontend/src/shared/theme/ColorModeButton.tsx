import IconButton from '@mui/material/IconButton';
import SvgIcon from '@mui/material/SvgIcon';
import { chooseColorMode, useColorMode } from './colorMode.ts';
import { MOON, SUN } from './colorModeMarks.ts';

/** Switches between light and dark and remembers the choice. */
export function ColorModeButton() {
  const mode = useColorMode();
  const other = mode === 'dark' ? 'light' : 'dark';
  return (
    <IconButton color="inherit" aria-label={`Switch to ${other} mode`} onClick={() => chooseColorMode(other)}>
      <SvgIcon fontSize="small">
        <path d={mode === 'dark' ? SUN : MOON} />
      </SvgIcon>
    </IconButton>
  );
}
