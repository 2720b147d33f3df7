import { DARK, storeColorMode, storedColorMode } from '../shared/theme/storedColorMode.ts';

/** Applies the chosen color mode and activates the header's switch; without script the system's mode applies. */
export function activateColorMode(): void {
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
