import { COLOR_MODE_KEY } from '../shared/theme/colorModeMarks.ts';

const DARK = '(prefers-color-scheme: dark)';

/** The mode that was chosen here or in the portal; undefined: as the system says. */
function remembered(): 'light' | 'dark' | undefined {
  try {
    const kept = localStorage.getItem(COLOR_MODE_KEY);
    return kept === 'light' || kept === 'dark' ? kept : undefined;
  } catch {
    return undefined;
  }
}

/** Shows the chosen colour mode and makes the header's switch work; without script the system's mode holds. */
export function bringColorModeToLife(): void {
  const root = document.documentElement;
  const button = document.querySelector<HTMLButtonElement>('.mode-button');
  const system = matchMedia(DARK);
  const show = (chosen: 'light' | 'dark' | undefined) => {
    if (chosen === undefined) delete root.dataset.colorMode;
    else root.dataset.colorMode = chosen;
    if (button === null) return;
    const other = (chosen ?? (system.matches ? 'dark' : 'light')) === 'dark' ? 'light' : 'dark';
    button.dataset.to = other;
    button.setAttribute('aria-label', `Switch to ${other} mode`);
    button.disabled = false;
  };
  show(remembered());
  system.addEventListener('change', () => show(remembered()));
  // another tab's choice
  addEventListener('storage', () => show(remembered()));
  button?.addEventListener('click', () => {
    const to = button.dataset.to === 'light' ? 'light' : 'dark';
    try {
      localStorage.setItem(COLOR_MODE_KEY, to);
    } catch {
      // the choice lasts as long as the page
    }
    show(to);
  });
}
