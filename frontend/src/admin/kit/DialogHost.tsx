import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import type { ToastSubject } from '../../shared/toast/toasts.ts';
import { SubjectContext } from './CommandDialog.tsx';

/** Draws a dialog; `close` removes it. */
export type DrawDialog = (close: () => void) => ReactNode;

type OpenDialog = (draw: DrawDialog, subject?: ToastSubject) => void;

const DialogContext = createContext<OpenDialog>(() => {
  throw new Error('A dialog was opened outside of DialogHost.');
});

/**
 * Holds the open dialog above the pages. It survives when the row that opened it disappears (a live update, a turned
 * phone) and closes when another page opens.
 */
export function DialogHost({ children }: { readonly children: ReactNode }) {
  const [dialog, setDialog] = useState<{
    readonly draw: DrawDialog;
    readonly subject: ToastSubject | undefined;
  } | null>(null);
  const { pathname } = useLocation();
  const close = useCallback(() => setDialog(null), []);
  const open = useCallback<OpenDialog>((draw, subject) => setDialog({ draw, subject }), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes the dialog
  useEffect(() => close, [pathname, close]);
  return (
    <DialogContext value={open}>
      {children}
      <SubjectContext value={dialog?.subject}>{dialog?.draw(close)}</SubjectContext>
    </DialogContext>
  );
}

/** Opens a dialog above the page; the toast after it names its subject. */
export const useDialogs = () => useContext(DialogContext);
