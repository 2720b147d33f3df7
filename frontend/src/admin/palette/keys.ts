/** Whether shortcuts use the Command key. */
export const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

/** Where this browser keeps whether shortcuts of one character work. */
export const SINGLE_KEYS = 'shortcuts.singleKeys';
