import { IconButton } from '@mui/material';
import { lazy, Suspense, useState } from 'react';
import { usePaletteKey } from '../../parts/palette/usePaletteKey.ts';
import { useUserOrNull } from '../../shared/session/session.ts';
import { GLASS, Icon } from '../../shared/theme/Icon.tsx';

const DealerPalette = lazy(() => import('./DealerPalette.tsx'));

/** Opens the palette of approved dealers, also by Ctrl K or Cmd K; nothing for others. */
export function DealerSearch() {
  const user = useUserOrNull();
  if (user === null || user.is_admin || !user.is_approved) return null;
  return user.second_factor === 'required' ? null : <Search />;
}

function Search() {
  const [open, setOpen] = useState(false);
  usePaletteKey(open, () => setOpen(!open));
  return (
    <>
      <IconButton
        color="inherit"
        aria-label="Search"
        title="Search (Ctrl K)"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
      >
        <Icon path={GLASS} fontSize="small" />
      </IconButton>
      <Suspense>{open && <DealerPalette onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
