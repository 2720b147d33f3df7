import IconButton from '@mui/material/IconButton';
import SvgIcon from '@mui/material/SvgIcon';
import { chooseColorMode, useColorMode } from './colorMode.ts';

const MOON = 'M12 3a9 9 0 1 0 9 9 7 7 0 0 1-9-9z';
const SUN =
  'M12 7a5 5 0 1 0 0 10 5 5 0 0 0 0-10zm-1-6h2v3h-2zm0 19h2v3h-2zM1 11h3v2H1zm19 0h3v2h-3zM3.500 4.900l1.400-1.400 2.100 2.100-1.400 1.400zm13.500 13.500 1.400-1.400 2.100 2.100-1.400 1.400zM3.500 19.100l2.100-2.100 1.400 1.400-2.100 2.100zM17 5.600l2.100-2.100 1.400 1.400-2.100 2.100z';

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
