import { bringColorModeToLife } from './colorMode.ts';
import './landing.css';
import { showSignedIn } from './signedIn.ts';

/** Makes the header's menu open and close on narrow screens, where it is folded away; Escape closes it too. */
function bringMenuToLife(): void {
  const button = document.querySelector<HTMLButtonElement>('.menu-button');
  const menu = document.getElementById('site-menu');
  if (button === null || menu === null) return;
  const open = (on: boolean) => {
    menu.classList.toggle('open', on);
    button.setAttribute('aria-expanded', String(on));
    button.setAttribute('aria-label', on ? 'Close menu' : 'Open menu');
  };
  button.addEventListener('click', () => open(!menu.classList.contains('open')));
  menu.addEventListener('click', (event) => {
    if (event.target instanceof HTMLAnchorElement) open(false);
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !menu.classList.contains('open')) return;
    open(false);
    button.focus();
  });
}

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
