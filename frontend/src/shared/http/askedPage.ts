import { toastAfterNavigation } from '../toast/toasts.ts';
import { keepOpenForms, withStorage } from './keptEntries.ts';
import { leaveFor } from './leaving.ts';
import { UserError } from './problem.ts';

const CARRIED = 'portal-asked-page';

/** The page that was asked for before the sign-in, in this document. */
let asked: string | null = null;
/** When the sign-in last led back to it, in ms. */
let ledBackAt = Number.NEGATIVE_INFINITY;
/** If a 401 ends the page within this time after that, it is not opened a second time: it would end again. */
const AGAIN_MS = 60_000;

/** Whether a text is an address within the portal: `//host/…` and `/\host` would lead to another one. */
function isOwn(path: unknown): path is string {
  if (typeof path !== 'string' || !path.startsWith('/')) return false;
  try {
    const { origin } = location;
    return new URL(path, origin).origin === origin;
  } catch {
    return false;
  }
}

/** Remembers the page to open after the sign-in (rule B51), until the next full navigation; null forgets it. */
export function rememberPage(path: string | null): void {
  asked = isOwn(path) ? path : null;
}

export const askedPage = (): string | null => asked;

/** The sign-in has led back to the page that was asked for. */
export function ledBack(): void {
  ledBackAt = Date.now();
}

/** Keeps the page that is shown for the next page of a full navigation, unless the sign-in has just led back to it. */
export function carryPage(): void {
  const shown = location.pathname + location.search + location.hash;
  if (shown === asked && Date.now() - ledBackAt < AGAIN_MS) return;
  // without storage the dashboard opens
  withStorage(() => sessionStorage.setItem(CARRIED, shown));
}

/** Takes over what the previous page carried. */
export function takeCarriedPage(): void {
  withStorage(() => {
    rememberPage(sessionStorage.getItem(CARRIED));
    sessionStorage.removeItem(CARRIED);
  });
}

export const EXPIRED = 'Your session has expired. Please log in again.';
const WAIT_MS = 100;

/**
 * Handles a 401 (S1-8): waits 100 ms, logs, loads /auth and throws the text. On /auth it returns, and the caller throws
 * the status error.
 */
export async function sessionExpired(): Promise<void> {
  await new Promise((done) => setTimeout(done, WAIT_MS));
  // biome-ignore lint/suspicious/noConsole: the spec asks for this line in the log (S1-8)
  console.info('Session expired or not logged in');
  if (location.pathname.split('/').includes('auth')) return;
  signInAgain();
  throw new UserError(EXPIRED);
}

/** Loads /auth, which says that the session has expired. Entries and page are there again after the sign-in. */
export function signInAgain(): void {
  toastAfterNavigation({ title: 'Session expired', description: EXPIRED, variant: 'destructive' });
  keepOpenForms();
  carryPage();
  leaveFor('/auth');
}
