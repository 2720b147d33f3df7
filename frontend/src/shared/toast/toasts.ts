import { useSyncExternalStore } from 'react';

/** The record that a toast is about, with its page. */
export interface ToastSubject {
  readonly text: string;
  readonly to?: string;
}

export interface ToastText {
  readonly title: string;
  readonly description?: string | undefined;
  readonly subject?: ToastSubject | undefined;
  readonly variant?: 'default' | 'destructive';
  /** Milliseconds; default: 5000. */
  readonly duration?: number;
  /** Offers Undo for a change that waits. Called once: with true by Undo, with false once the toast is gone. */
  readonly onEnd?: (isUndo: boolean) => void;
  /** Offers Undo for a change that was made: takes it back. */
  readonly undo?: (() => void) | undefined;
}

interface Toast extends ToastText {
  readonly id: number;
  readonly open: boolean;
  /** How many toasts were dismissed until now. */
  readonly dismissed: number;
}

/** A dismissed toast is removed after this time (S1-4-toasts). */
const TOAST_REMOVE_MS = 1_000_000;
const CARRIED = 'portal-toast';

let current: Toast | null = null;
let nextId = 1;
let dismissed = 0;
let removal: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function set(toast: Toast | null): void {
  current = toast;
  for (const listener of listeners) listener();
}

/** Shows a toast in place of the one before (S1-4-toasts). */
export function toast(text: ToastText): void {
  const before = current;
  clearTimeout(removal);
  set({ ...text, id: nextId++, open: true, dismissed });
  if (before?.open) before.onEnd?.(false);
}

/** Closes the toast with this id, or the one that is shown. */
export function dismissToast(id = current?.id, isUndo = false): void {
  if (current === null || current.id !== id || !current.open) return;
  const { onEnd } = current;
  dismissed += 1;
  set({ ...current, open: false, dismissed });
  removal = setTimeout(() => set(null), TOAST_REMOVE_MS);
  onEnd?.(isUndo);
}

/** Closes a toast that offers Undo, so that its change is sent while the page still can. @returns whether one was open */
export function endUndo(): boolean {
  if (current?.open !== true || current.onEnd === undefined) return false;
  dismissToast();
  return true;
}

/** Keeps a toast for the next page of a full navigation. */
export function toastAfterNavigation(text: Omit<ToastText, 'onEnd' | 'undo'>): void {
  try {
    sessionStorage.setItem(CARRIED, JSON.stringify(text));
  } catch {
    // without storage only the toast is lost
  }
}

/** Shows the toast that the previous page kept. */
export function showCarriedToast(): void {
  try {
    const kept = sessionStorage.getItem(CARRIED);
    sessionStorage.removeItem(CARRIED);
    if (kept !== null) toast(JSON.parse(kept) as ToastText);
  } catch {
    // no storage
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The current toast, open or closed. */
export function useToast(): Toast | null {
  return useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  );
}
