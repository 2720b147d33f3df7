import type { SessionUser } from '@portal/contract';
import { mayBeSignedIn } from '../shared/mayBeSignedIn.ts';

/** The links for the answer of GET /api/user. */
function linksFor(json: unknown): readonly string[] {
  const user = json as Partial<SessionUser> | null;
  if (typeof user?.id !== 'string') return ['visitor'];
  if (user.second_factor === 'required') return ['session', 'secondFactor'];
  if (user.is_admin === true) return ['session', 'admin'];
  return ['session', user.is_approved === true ? 'user' : 'pending'];
}

function showLinks(kinds: readonly string[]): void {
  for (const link of document.querySelectorAll<HTMLElement>('[data-for]')) {
    link.hidden = !kinds.includes(link.dataset.for ?? '');
  }
}

/** Shows signed-in users their links and Logout. Asks the server only if there may be a session. */
export async function showSignedIn(): Promise<void> {
  if (!mayBeSignedIn()) return;
  const response = await fetch('/api/user', { credentials: 'include' });
  if (!response.ok) return;
  const user: unknown = await response.json();
  showLinks(linksFor(user));
  const viewing = (user as Partial<SessionUser> | null)?.viewing_as;
  if (viewing !== undefined) void import('./viewing.ts').then(({ showViewing }) => showViewing(viewing));
  const logout = document.querySelector<HTMLButtonElement>('[data-logout]');
  logout?.addEventListener(
    'click',
    () => void import('./signOut.tsx').then(({ signOut }) => signOut(logout)),
  );
}
