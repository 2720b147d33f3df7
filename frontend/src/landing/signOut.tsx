import { createRoot } from 'react-dom/client';
import { causeOf } from '../shared/http/problem.ts';
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
