import './landing.css';
import type { SessionUser } from '@portal/contract';
import { mayBeSignedIn } from '../shared/guard.ts';
import { DARK, storeColorMode, storedColorMode } from '../shared/theme/storedColorMode.ts';

/** Applies the chosen color mode and activates the header's switch; without script the system's mode applies. */
function activateColorMode(): void {
  const root = document.documentElement;
  const button = document.querySelector<HTMLButtonElement>('.mode-button');
  const system = matchMedia(DARK);
  const show = () => {
    const chosen = storedColorMode();
    if (chosen === undefined) delete root.dataset.colorMode;
    else root.dataset.colorMode = chosen;
    if (button === null) return;
    const other = (chosen ?? (system.matches ? 'dark' : 'light')) === 'dark' ? 'light' : 'dark';
    button.dataset.to = other;
    button.setAttribute('aria-label', `Switch to ${other} mode`);
    button.disabled = false;
  };
  show();
  system.addEventListener('change', show);
  // a choice in another tab
  addEventListener('storage', show);
  button?.addEventListener('click', () => {
    storeColorMode(button.dataset.to === 'light' ? 'light' : 'dark');
    show();
  });
}

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
    mounting ??= import('./ContactForm.tsx').then(
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
async function showSignedIn(): Promise<void> {
  if (!mayBeSignedIn()) return;
  const response = await fetch('/api/user', { credentials: 'include' });
  if (!response.ok) return;
  const user: unknown = await response.json();
  showLinks(linksFor(user));
  const viewing = (user as Partial<SessionUser> | null)?.viewing_as;
  if (viewing !== undefined) void import('./signedIn.tsx').then(({ showViewing }) => showViewing(viewing));
  const logout = document.querySelector<HTMLButtonElement>('[data-logout]');
  logout?.addEventListener(
    'click',
    () => void import('./signedIn.tsx').then(({ signOut }) => signOut(logout)),
  );
}

activateColorMode();
const container = document.getElementById('contact-form');
if (container !== null) activateForm(container);
activateMenu();
void showSignedIn();
