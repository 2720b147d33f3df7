import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react';
import { useLocation } from 'react-router';

/** Draws a dialog; `close` removes it. */
export type DrawDialog = (close: () => void) => ReactNode;

const DialogContext = createContext<(draw: DrawDialog) => void>(() => {
  throw new Error('A dialog was opened outside of DialogHost.');
});

/**
 * Holds the open dialog above the pages. It survives when the row that opened it disappears (a live update, a turned
 * phone) and closes when another page opens.
 */
export function DialogHost({ children }: { readonly children: ReactNode }) {
  const [dialog, setDialog] = useState<{ readonly draw: DrawDialog } | null>(null);
  const { pathname } = useLocation();
  const close = useCallback(() => setDialog(null), []);
  const open = useCallback((draw: DrawDialog) => setDialog({ draw }), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes the dialog
  useEffect(() => close, [pathname, close]);
  return (
    <DialogContext value={open}>
      {children}
      {dialog?.draw(close)}
    </DialogContext>
  );
}

/** Opens a dialog above the page. */
export const useDialogs = () => useContext(DialogContext);
