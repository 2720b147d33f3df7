/** Key in localStorage of the reader's choice of light or dark; absent means: as the system says. */
export const COLOR_MODE_KEY = 'portal-color-mode';
