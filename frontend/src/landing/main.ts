import { bringColorModeToLife } from './colorMode.ts';
import './landing.css';
import { bringMenuToLife } from './menu.ts';
import { showSignedIn } from './signedIn.ts';

/**
 * All script of the landing page before somebody touches the form: React, zod and the form's code are
 * fetched on first focus, so that a visitor on a phone pays for reading only.
 */
function bringFormToLife(container: HTMLElement): void {
  let mounting: Promise<void> | undefined;
  const mount = () => {
    mounting ??= import('./mountContactForm.tsx').then(
      ({ mountContactForm }) => mountContactForm(container),
      (fault: unknown) => {
        mounting = undefined;
        throw fault;
      },
    );
    return mounting;
  };
  // where the code does not come now, the next touch or the submit asks for it again
  const prepare = () => void mount().catch(() => undefined);
  container.addEventListener('focusin', prepare);
  container.addEventListener('pointerenter', prepare);
  // a submit that is faster than the download waits for it
  container.addEventListener(
    'submit',
    (event) => {
      const form = event.target;
      if (container.dataset.alive !== undefined || !(form instanceof HTMLFormElement)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      mount()
        .then(() => {
          container.dataset.alive = '';
          setTimeout(() => container.querySelector('form')?.requestSubmit());
        })
        .catch(() => undefined);
    },
    { capture: true },
  );
}

bringColorModeToLife();
const container = document.getElementById('contact-form');
if (container !== null) bringFormToLife(container);
bringMenuToLife();
void showSignedIn();
