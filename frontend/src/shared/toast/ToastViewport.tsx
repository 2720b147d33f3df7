import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { type FocusEvent, useEffect, useRef, useState } from 'react';
import { CROSS, Icon } from '../theme/Icon.tsx';
import { useAutoDismiss, useSwipeRight } from './dismissing.ts';
import { dismissToast, type Toast, useToast } from './toasts.ts';

function ToastCard({ toast, held }: { readonly toast: Toast; readonly held: boolean }) {
  const close = () => dismissToast(toast.id);
  const swipe = useSwipeRight(close);
  // state of the card: a card that is removed under the pointer sends no pointerleave
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  useAutoDismiss(toast.duration, held || hovered || focused, close);
  const destructive = toast.variant === 'destructive';
  return (
    <Box
      data-testid="toast"
      data-variant={toast.variant}
      {...swipe}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      onKeyDown={(event) => event.key === 'Escape' && close()}
      sx={{
        pointerEvents: 'auto',
        display: 'flex',
        alignItems: 'flex-start',
        gap: 1.5,
        p: 2,
        pr: 1,
        borderRadius: 2,
        border: 1,
        boxShadow: '0 12px 32px rgb(4 16 30 / 0.28)',
        bgcolor: destructive ? '#a3211a' : 'background.paper',
        borderColor: destructive ? '#a3211a' : 'divider',
        color: destructive ? '#ffffff' : 'text.primary',
        userSelect: 'none',
      }}
    >
      <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography component="p" variant="subtitle2" sx={{ fontSize: '0.95rem' }}>
          {toast.title}
        </Typography>
        {toast.description !== null && (
          <Typography component="p" variant="body2" sx={{ mt: 0.25 }}>
            {toast.description}
          </Typography>
        )}
      </Box>
      <IconButton size="small" color="inherit" aria-label="Close notification" onClick={close}>
        <Icon path={CROSS} fontSize="small" />
      </IconButton>
    </Box>
  );
}

/**
 * Shows toasts, one at a time; F8 moves the focus here (S1-4-toasts). The two live regions are always in the page: one
 * that appears with its text is often not announced. Pointer and focus pause the timer.
 */
export function ToastViewport() {
  const toast = useToast();
  const viewport = useRef<HTMLElement>(null);
  const [held, setHeld] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'F8') viewport.current?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  const shown = toast?.open === true ? toast : null;
  const card = shown && <ToastCard key={shown.id} toast={shown} held={held} />;
  return (
    <Box
      component="section"
      ref={viewport}
      tabIndex={-1}
      aria-label="Notifications (F8)"
      onFocus={(event: FocusEvent) => setHeld(event.target === event.currentTarget)}
      onBlur={(event: FocusEvent) => event.target === event.currentTarget && setHeld(false)}
      sx={{
        position: 'fixed',
        zIndex: 'tooltip',
        right: 0,
        bottom: 0,
        width: '100%',
        maxWidth: { xs: '100%', md: 420 },
        p: 2,
        pointerEvents: 'none',
        '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: -4 },
      }}
    >
      <div role="status" aria-live="polite" aria-atomic="true">
        {shown?.variant === 'default' && card}
      </div>
      <div role="alert" aria-live="assertive" aria-atomic="true">
        {shown?.variant === 'destructive' && card}
      </div>
    </Box>
  );
}
