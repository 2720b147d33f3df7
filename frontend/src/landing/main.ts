import { activateColorMode } from './colorMode.ts';
import './landing.css';
import { showSignedIn } from './signedIn.ts';

function activateMenu(): void {
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

/** Loads React, zod and the form's code when the form is first used: visitors on a phone mostly read. */
function activateForm(container: HTMLElement): void {
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
  // after a failure the next touch or the submit tries again
  const prepare = () => void mount().catch(() => undefined);
  container.addEventListener('focusin', prepare);
  container.addEventListener('pointerenter', prepare);
  // a submit before the code is there waits for it
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

activateColorMode();
const container = document.getElementById('contact-form');
if (container !== null) activateForm(container);
activateMenu();
void showSignedIn();
