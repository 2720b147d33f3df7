import SearchIcon from '@mui/icons-material/Search';
import { Box, Button } from '@mui/material';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useStore } from 'react-admin';
import { isMac, SINGLE_KEYS } from './keys.ts';
import type { PalettePage } from './Palette.tsx';

const Palette = lazy(() => import('./Palette.tsx'));
const Shortcuts = lazy(() => import('./Shortcuts.tsx'));

/** Opens the palette, also by Ctrl K or Cmd K; listens for `?` (the shortcuts) and `/` (the list's search) as well. */
export function PaletteButton({ pages }: { readonly pages: readonly PalettePage[] }) {
  const [shown, setShown] = useState<'palette' | 'shortcuts' | null>(null);
  // WCAG 2.1.4: shortcuts of one character can be turned off
  const [singleKeys] = useStore(SINGLE_KEYS, true);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey) return;
      // a form's dialog is left by its own buttons
      if (shown === null && document.querySelector('[role=dialog]')) return;
      if ((isMac ? event.metaKey : event.ctrlKey) && !event.shiftKey && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        setShown(shown === 'palette' ? null : 'palette');
      }
      if (!singleKeys || shown !== null || event.ctrlKey || event.metaKey || isField(event.target)) return;
      if (event.key === '?') setShown('shortcuts');
      if (event.key === '/') {
        const search = document.querySelector<HTMLElement>('#content [role=search] input');
        search?.focus();
        if (search) event.preventDefault();
      }
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [singleKeys, shown]);
  const close = () => setShown(null);
  return (
    <>
      <Button
        variant="outlined"
        color="inherit"
        // the words are hidden on phones
        aria-label="Search"
        aria-haspopup="dialog"
        aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}
        onClick={() => setShown('palette')}
        sx={{
          flex: 'none',
          minWidth: 44,
          minHeight: { xs: 44, lg: 40 },
          px: { xs: 1, sm: 1.5 },
          mb: { lg: 1 },
          justifyContent: 'start',
          gap: 1.25,
          borderColor: 'divider',
          color: 'text.secondary',
        }}
      >
        <SearchIcon fontSize="small" />
        <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
          Search
        </Box>
        <Box
          component="kbd"
          aria-hidden
          sx={{ ml: 'auto', font: 'inherit', display: { xs: 'none', lg: 'inline' } }}
        >
          {isMac ? '⌘ K' : 'Ctrl K'}
        </Box>
      </Button>
      <Suspense fallback={null}>
        {shown === 'palette' && (
          <Palette pages={pages} onClose={close} onShortcuts={() => setShown('shortcuts')} />
        )}
        {shown === 'shortcuts' && <Shortcuts onClose={close} />}
      </Suspense>
    </>
  );
}

const isField = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;
