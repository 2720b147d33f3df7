import { Button, IconButton, Link, styled, Typography } from '@mui/material';
import { Action, Close, Description, Provider, Root, Title, Viewport } from '@radix-ui/react-toast';
import { Link as RouterLink } from 'react-router';
import { CROSS, Icon } from '../theme/Icon.tsx';
import { dismissToast, type ToastSubject, useToast } from './toasts.ts';

const DESTRUCTIVE = '#a3211a';

const Card = styled(Root)(({ theme: { palette, spacing } }) => ({
  pointerEvents: 'auto',
  display: 'flex',
  alignItems: 'flex-start',
  gap: spacing(1.5),
  padding: spacing(2, 1, 2, 2),
  borderRadius: 20,
  border: `1px solid ${palette.divider}`,
  boxShadow: '0 12px 32px rgb(4 16 30 / 0.28)',
  backgroundColor: palette.background.paper,
  color: palette.text.primary,
  '&[data-variant=destructive]': {
    backgroundColor: DESTRUCTIVE,
    borderColor: DESTRUCTIVE,
    color: '#ffffff',
  },
  '&[data-swipe=move]': { transform: 'translateX(var(--radix-toast-swipe-move-x))' },
  '&[data-swipe=cancel]': { transition: 'transform 150ms ease-out' },
  '&:focus-visible': { outline: `2px solid ${palette.primary.main}` },
}));

const Place = styled(Viewport)(({ theme: { breakpoints, palette, spacing, zIndex } }) => ({
  position: 'fixed',
  zIndex: zIndex.tooltip,
  right: 0,
  bottom: 0,
  width: '100%',
  [breakpoints.up('md')]: { maxWidth: 420 },
  margin: 0,
  padding: spacing(2),
  listStyle: 'none',
  pointerEvents: 'none',
  '&:focus-visible': { outline: `2px solid ${palette.primary.main}`, outlineOffset: -4 },
}));

/** Names the record, as a link where it has a page. */
function Subject({ text, to }: ToastSubject) {
  return (
    <Typography component="p" variant="body2" data-subject sx={{ mt: 0.25 }}>
      {to === undefined ? (
        text
      ) : (
        <Link component={RouterLink} to={to} color="inherit" onClick={() => dismissToast()}>
          View {text}
        </Link>
      )}
    </Typography>
  );
}

/** Shows toasts, one at a time; F8 moves the focus here (S1-4-toasts). Pointer and focus pause the timer. */
export default function ToastViewport() {
  const toast = useToast();
  return (
    // another provider after each dismissal: a toast that is closed under the pointer keeps the timer of the next one paused
    // (https://github.com/radix-ui/primitives/issues/2268)
    <Provider key={toast?.dismissed ?? 0} duration={5_000} swipeDirection="right" swipeThreshold={50}>
      {toast !== null && (
        <Card
          key={toast.id}
          data-testid="toast"
          data-variant={toast.variant ?? 'default'}
          type={toast.variant === 'destructive' ? 'foreground' : 'background'}
          {...(toast.duration === undefined ? {} : { duration: toast.duration })}
          open={toast.open}
          onOpenChange={() => dismissToast(toast.id)}
        >
          <div style={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
            <Title asChild>
              <Typography component="p" variant="subtitle2" sx={{ fontSize: '0.95rem' }}>
                {toast.title}
              </Typography>
            </Title>
            {toast.description !== undefined && (
              <Description asChild>
                <Typography component="p" variant="body2" sx={{ mt: 0.25 }}>
                  {toast.description}
                </Typography>
              </Description>
            )}
            {toast.subject !== undefined && <Subject {...toast.subject} />}
          </div>
          {(toast.onEnd ?? toast.undo) !== undefined && (
            <Action asChild altText="Undo">
              <Button
                size="small"
                color="inherit"
                onClick={() => {
                  dismissToast(toast.id, true);
                  toast.undo?.();
                }}
              >
                Undo
              </Button>
            </Action>
          )}
          <Close asChild>
            <IconButton size="small" color="inherit" aria-label="Close notification">
              <Icon path={CROSS} fontSize="small" />
            </IconButton>
          </Close>
        </Card>
      )}
      <Place hotkey={['F8']} />
    </Provider>
  );
}
