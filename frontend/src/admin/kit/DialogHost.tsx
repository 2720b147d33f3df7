import { createContext, type ReactNode, Suspense, useCallback, useContext, useEffect, useState } from 'react';
import { useLocation } from 'react-router';

/** Draws a dialog; `close` takes it away. */
type DrawDialog = (close: () => void) => ReactNode;

const DialogContext = createContext<(draw: DrawDialog) => void>(() => {
  throw new Error('A dialog was opened outside of DialogHost.');
});

/**
 * Where dialogs live: above the lists and pages that open them. A row that goes while somebody types (another
 * administrator was faster, or a phone was turned) leaves the dialog alone; another page takes it away.
 */
export function DialogHost({ children }: { readonly children: ReactNode }) {
  const [dialog, setDialog] = useState<{ readonly draw: DrawDialog } | null>(null);
  const { pathname } = useLocation();
  const close = useCallback(() => setDialog(null), []);
  const open = useCallback((draw: DrawDialog) => setDialog({ draw }), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is what takes the dialog away
  useEffect(() => close, [pathname, close]);
  return (
    <DialogContext value={open}>
      {children}
      <Suspense fallback={null}>{dialog?.draw(close)}</Suspense>
    </DialogContext>
  );
}

/** Opens a dialog above the page. */
export const useDialogs = () => useContext(DialogContext);
