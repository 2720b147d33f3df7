import IconButton from '@mui/material/IconButton';
import { chooseColorMode, useColorMode } from './colorMode.ts';
import { Icon } from './Icon.tsx';
import { MOON, SUN } from './storedColorMode.ts';

/** Switches between light and dark. */
export function ColorModeButton() {
  const mode = useColorMode();
  const other = mode === 'dark' ? 'light' : 'dark';
  return (
    <IconButton color="inherit" aria-label={`Switch to ${other} mode`} onClick={() => chooseColorMode(other)}>
      <Icon path={mode === 'dark' ? SUN : MOON} fontSize="small" />
    </IconButton>
  );
}
