import { Box } from '@mui/material';
import { ThemeProvider } from '@mui/material/styles';
import { type ReactNode, Suspense, useEffect } from 'react';
import {
  type NotificationOptions,
  useNotificationContext,
  useTakeUndoableMutation,
  useTranslate,
} from 'react-admin';
import { Header } from '../../shared/layout/Header.tsx';
import { PageSpinner } from '../../shared/layout/Page.tsx';
import { SkipLink } from '../../shared/layout/Shell.tsx';
import { useKeptFocus } from '../../shared/layout/useKeptFocus.ts';
import { endUndo, type ToastText, toast } from '../../shared/toast/toasts.ts';
import { DialogHost } from '../kit/DialogHost.tsx';
import { useAdminLiveUpdates } from '../kit/live.ts';
import { withAdminParts } from '../ui/theme.tsx';
import { AdminMenu, InvoicingSections } from './AdminMenu.tsx';

/** The product's header, the admin menu and the page. */
export function AdminLayout({ children }: { readonly children: ReactNode }) {
  useAdminLiveUpdates();
  useKeptFocus();
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', minHeight: '100dvh' }}>
      <SkipLink />
      <Header wide />
      <Box sx={{ flex: 1, display: 'flex', flexDirection: { xs: 'column', lg: 'row' }, minWidth: 0 }}>
        <AdminMenu />
        <Box
          component="main"
          id="content"
          tabIndex={-1}
          sx={{ flex: 1, minWidth: 0, outline: 'none', px: { xs: 2, md: 4 }, py: { xs: 3, md: 4 } }}
        >
          <Box sx={{ maxWidth: 1440, mx: 'auto' }}>
            <DialogHost>
              <ThemeProvider theme={withAdminParts}>
                <InvoicingSections />
                <Suspense fallback={<PageSpinner />}>{children}</Suspense>
              </ThemeProvider>
            </DialogHost>
          </Box>
        </Box>
      </Box>
      <ToastBridge />
    </Box>
  );
}

/**
 * Shows react-admin's notifications as toasts. Errors get the title 'Error' (S2-8); other texts are the title. An undoable
 * mutation is sent when its toast closes, or when the administration or the page is left before.
 */
export function ToastBridge() {
  const { notifications, takeNotification } = useNotificationContext();
  const takeMutation = useTakeUndoableMutation();
  const translate = useTranslate();
  useEffect(() => {
    if (notifications.length === 0) return;
    const next = takeNotification();
    if (next === undefined || typeof next.message !== 'string') return;
    const {
      messageArgs,
      description,
      subject,
      undo,
      undoable = false,
    } = (next.notificationOptions ?? {}) as NotificationOptions & Pick<ToastText, 'subject' | 'undo'>;
    const text = translate(next.message, { _: next.message, ...messageArgs });
    // react-admin queues a mutation before its notification, both in the same order
    const mutate = undoable ? takeMutation() : undefined;
    toast({
      ...(next.type === 'error'
        ? { title: 'Error', description: text, variant: 'destructive' }
        : { title: text, subject, undo, ...(typeof description === 'string' ? { description } : {}) }),
      ...(mutate ? { onEnd: (isUndo) => mutate({ isUndo }) } : {}),
    });
  }, [notifications, takeNotification, takeMutation, translate]);
  useEffect(() => {
    // the browser's question gives the request the time that it needs
    const onUnload = (event: BeforeUnloadEvent) => endUndo() && event.preventDefault();
    window.addEventListener('beforeunload', onUnload);
    return () => {
      window.removeEventListener('beforeunload', onUnload);
      endUndo();
    };
  }, []);
  return null;
}
