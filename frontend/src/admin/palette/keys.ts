/** Whether shortcuts use the Command key; the server, which renders first views, cannot know. */
export const isMac = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform);

/** Where this browser keeps whether shortcuts of one character work. */
export const SINGLE_KEYS = 'shortcuts.singleKeys';
