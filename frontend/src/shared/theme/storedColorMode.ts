import type { ColorMode } from '@portal/contract';

export type { ColorMode };

export const DARK = '(prefers-color-scheme: dark)';
const KEY = 'portal-color-mode';

/** The choice where the browser refuses storage; it lasts as long as the page. */
let unsaved: ColorMode | undefined;

/** The user's choice; undefined: as the system says. */
export function storedColorMode(): ColorMode | undefined {
  try {
    const stored = localStorage.getItem(KEY);
    return stored === 'light' || stored === 'dark' ? stored : unsaved;
  } catch {
    return unsaved;
  }
}

export function storeColorMode(mode: ColorMode): void {
  try {
    localStorage.setItem(KEY, mode);
  } catch {
    unsaved = mode;
  }
}

/** Icons of the switch, 24 by 24 units. */
export const MOON = 'M12 3a9 9 0 1 0 9 9 7 7 0 0 1-9-9z';
export const SUN =
  'M12 7a5 5 0 1 0 0 10 5 5 0 0 0 0-10zm-1-6h2v3h-2zm0 19h2v3h-2zM1 11h3v2H1zm19 0h3v2h-3zM3.5 4.9l1.4-1.4 2.1 2.1-1.4 1.4zm13.5 13.5 1.4-1.4 2.1 2.1-1.4 1.4zM3.5 19.1l2.1-2.1 1.4 1.4-2.1 2.1zM17 5.6l2.1-2.1 1.4 1.4-2.1 2.1z';
