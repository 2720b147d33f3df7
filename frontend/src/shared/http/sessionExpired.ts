import { toastAfterNavigation } from '../toast/toasts.ts';
import { carryPage } from './askedPage.ts';
import { keepOpenForms } from './keptEntries.ts';
import { leaveFor } from './leaving.ts';
import { UserError } from './problem.ts';

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
  toastAfterNavigation({ title: 'Session expired', description: EXPIRED, variant: 'destructive' });
  keepOpenForms();
  carryPage();
  leaveFor('/auth');
  throw new UserError(EXPIRED);
}
