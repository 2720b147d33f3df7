import { useSyncExternalStore } from 'react';

interface ToastText {
  readonly title: string;
  readonly description?: string;
  readonly variant?: 'default' | 'destructive';
  /** Milliseconds; default: 5000. */
  readonly duration?: number;
}

export interface Toast extends Required<Omit<ToastText, 'description'>> {
  readonly id: number;
  readonly description: string | null;
  readonly open: boolean;
}

const TOAST_MS = 5_000;
/** A dismissed toast is removed after this time (S1-4-toasts). */
const TOAST_REMOVE_MS = 1_000_000;
const CARRIED = 'portal-toast';

let current: Toast | null = null;
let nextId = 1;
let removal: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function set(toast: Toast | null): void {
  current = toast;
  for (const listener of listeners) listener();
}

/** Shows a toast in place of the one before (S1-4-toasts). */
export function toast(text: ToastText): void {
  clearTimeout(removal);
  set({
    id: nextId++,
    title: text.title,
    description: text.description ?? null,
    variant: text.variant ?? 'default',
    duration: text.duration ?? TOAST_MS,
    open: true,
  });
}

/** Closes the toast with this id, or the one that is shown. */
export function dismissToast(id = current?.id): void {
  if (current === null || current.id !== id || !current.open) return;
  set({ ...current, open: false });
  removal = setTimeout(() => set(null), TOAST_REMOVE_MS);
}

/** Keeps a toast for the next page of a full navigation. */
export function toastAfterNavigation(text: ToastText): void {
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

/** The current toast, open or closing. */
export function useToast(): Toast | null {
  return useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  );
}
