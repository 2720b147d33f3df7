import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react';
import {
  type RaRecord,
  useCreatePath,
  useGetRecordRepresentation,
  useResourceContext,
  useResourceDefinition,
} from 'react-admin';
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

/** @returns what a toast says of a record: its name, with the way to its page unless that is open */
export function useSubject(of?: string): (record: RaRecord) => ToastSubject {
  const resource = useResourceContext(of === undefined ? undefined : { resource: of }) ?? '';
  const { hasShow = false } = useResourceDefinition({ resource });
  const represent = useGetRecordRepresentation(resource);
  const createPath = useCreatePath();
  const { pathname } = useLocation();
  return useCallback(
    (record) => {
      const to = createPath({ resource, type: 'show', id: record.id });
      const text = String(represent(record));
      return hasShow && pathname !== to ? { text, to } : { text };
    },
    [resource, hasShow, represent, createPath, pathname],
  );
}
