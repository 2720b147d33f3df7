import type { ViewingAs } from '@portal/contract';
import { createRoot } from 'react-dom/client';
import { causeOf, request } from '../shared/http/http.ts';
import { leaveFor } from '../shared/http/leaving.ts';
import { LOGOUT_FAILED, logOut } from '../shared/session/logOut.ts';
import { ErrorToast } from './ErrorToast.tsx';

function showProblem(problem: string): void {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const close = () => {
    root.unmount();
    place.remove();
  };
  root.render(<ErrorToast title={LOGOUT_FAILED} description={problem} onClose={close} />);
}

/** Ends the session from the landing page's header. */
export async function signOut(button: HTMLButtonElement): Promise<void> {
  if (button.getAttribute('aria-disabled') === 'true') return;
  button.setAttribute('aria-disabled', 'true');
  button.textContent = 'Logging out...';
  try {
    await logOut();
  } catch (error) {
    button.textContent = 'Logout';
    button.removeAttribute('aria-disabled');
    showProblem(causeOf(error));
  }
}

/** The banner for an administrator who views the portal as a dealer; other pages have the header's. */
export function showViewing({ id, username, company }: ViewingAs): void {
  const banner = document.createElement('section');
  banner.className = 'viewing';
  banner.setAttribute('aria-label', 'Viewing as a dealer');
  const text = document.createElement('span');
  const who = company === '' ? username : `${company} (${username})`;
  text.textContent = `You are viewing as ${who}. Nothing can be changed.`;
  const stop = document.createElement('button');
  stop.type = 'button';
  stop.className = 'button small';
  stop.textContent = 'Stop viewing';
  stop.addEventListener('click', () => {
    stop.disabled = true;
    request('DELETE', '/api/view-as').then(
      () => leaveFor(`/admin-dashboard/users/${encodeURIComponent(id)}/show`),
      () => {
        stop.disabled = false;
        stop.textContent = 'Could not stop. Please try again';
      },
    );
  });
  banner.append(text, stop);
  document.body.prepend(banner);
}
