import { SIGNED_IN_HINT } from '../shared/signedInHint.ts';
import { COLOR_MODE_KEY } from '../shared/theme/colorModeKey.ts';
import './landing.css';

/**
 * All script of the landing page before somebody touches the form: React, zod and the form's code are
 * fetched on first focus, so that a visitor on a phone pays for reading only.
 */
function bringFormToLife(container: HTMLElement): void {
  let mounting: Promise<void> | undefined;
  const mount = () => {
    mounting ??= import('./mountContactForm.tsx').then(({ mountContactForm }) => mountContactForm(container));
    return mounting;
  };
  container.addEventListener('focusin', () => void mount(), { once: true });
  container.addEventListener('pointerenter', () => void mount(), { once: true });
  // a submit that is faster than the download waits for it
  container.addEventListener(
    'submit',
    (event) => {
      const form = event.target;
      if (container.dataset.alive !== undefined || !(form instanceof HTMLFormElement)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      void mount().then(() => {
        container.dataset.alive = '';
        setTimeout(() => container.querySelector('form')?.requestSubmit());
      });
    },
    { capture: true },
  );
}

/** A signed-in visitor finds the way to the dashboard instead of the sign-in links. */
async function showSignedIn(): Promise<void> {
  if (localStorage.getItem(SIGNED_IN_HINT) === null) return;
  const response = await fetch('/api/user', { credentials: 'include' });
  if (!response.ok) return;
  for (const link of document.querySelectorAll<HTMLElement>('[data-signed]')) {
    link.hidden = link.dataset.signed === 'out';
  }
}

/** The colour mode that was chosen in the portal holds here too. */
function applyChosenColorMode(): void {
  const chosen = localStorage.getItem(COLOR_MODE_KEY);
  if (chosen === 'light' || chosen === 'dark') document.documentElement.style.colorScheme = chosen;
}

applyChosenColorMode();
const container = document.getElementById('contact-form');
if (container !== null) bringFormToLife(container);
void showSignedIn();
