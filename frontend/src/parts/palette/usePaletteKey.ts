import { useEffect } from 'react';

/** Whether shortcuts use the Command key. */
export const isMac = () => /Mac|iPhone|iPad/.test(navigator.platform);

/** Calls `onPress` at Ctrl K, or Cmd K; not above a dialog other than the palette. */
export function usePaletteKey(isOpen: boolean, onPress: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { defaultPrevented, altKey, shiftKey, ctrlKey, metaKey, key } = event;
      if (defaultPrevented || altKey || shiftKey || !(isMac() ? metaKey : ctrlKey)) return;
      // a form's dialog is left by its own buttons
      if (key.toLowerCase() !== 'k' || (!isOpen && document.querySelector('[role=dialog]'))) return;
      event.preventDefault();
      onPress();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isOpen, onPress]);
}
