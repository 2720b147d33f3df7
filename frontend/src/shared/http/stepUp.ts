import { useSyncExternalStore } from 'react';

/** Answers whether the user confirmed the password. */
type Answer = (confirmed: boolean) => void;

let waiting: readonly Answer[] = [];
const listeners = new Set<() => void>();

function set(next: readonly Answer[]): void {
  waiting = next;
  for (const listener of listeners) listener();
}

/** Asks for the password, and a code where there is a second factor, in a dialog. @returns false where the user cancels */
export const stepUp = (): Promise<boolean> => new Promise((answer) => set([...waiting, answer]));

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Whether a request waits for a step-up. */
export const useStepUpAsked = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => waiting.length > 0,
    () => false,
  );

/** Goes on with every waiting request, or gives it up. */
export function settleStepUp(confirmed: boolean): void {
  const answers = waiting;
  set([]);
  for (const answer of answers) answer(confirmed);
}
