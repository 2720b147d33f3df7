import { useEffect } from 'react';

/** Where the focus was, to find what is next to it once it is gone. */
interface Place {
  readonly element: HTMLElement;
  /** The first word of its name: what it does in each row. */
  readonly verb: string;
  readonly row: Element | null;
  readonly list: Element | null;
  /** The row's place in the list. */
  readonly index: number;
  readonly panel: Element | null;
}

const LAYERS = '[role=dialog], [role=presentation], [role=menu]';
const CONTROLS = 'button:not(:disabled), a[href]';
const FOCUSABLE = 'a, button, input, label, select, textarea, [tabindex]';

const verbOf = (element: Element) =>
  (element.ariaLabel ?? element.textContent ?? '').trim().split(/\s+/)[0] ?? '';

function placeOf(element: HTMLElement): Place {
  const row = element.closest('tr, li');
  const list = row?.parentElement ?? null;
  const panel = element.closest('section, [role=tabpanel]');
  return {
    element,
    verb: verbOf(element),
    row,
    list,
    index: list ? [...list.children].indexOf(row as Element) : 0,
    panel,
  };
}

/** The row's control that does the same, or its last one. */
function controlOf(row: Element, verb: string): HTMLElement | undefined {
  const controls = [...row.querySelectorAll<HTMLElement>(CONTROLS)];
  return controls.find((control) => verbOf(control) === verb) ?? controls.at(-1);
}

/** What names the list: the tab of its panel, the heading of its section or the page. */
function headingOf({ panel }: Place): HTMLElement | null {
  const shown = panel?.isConnected ? panel : null;
  const tab =
    shown?.role === 'tabpanel' && document.getElementById(shown.getAttribute('aria-labelledby') ?? '');
  return (
    tab || (shown?.querySelector<HTMLElement>('h2') ?? document.querySelector<HTMLElement>('#content h1'))
  );
}

function nextTo(place: Place): HTMLElement | null {
  const { row, list, index, verb } = place;
  const rows = list?.isConnected ? [...list.children] : [];
  const next = row?.isConnected ? row : rows[Math.min(index, rows.length - 1)];
  return (next && controlOf(next, verb)) ?? headingOf(place);
}

/**
 * Keeps the focus in the page's content: when the focused element is removed, or a dialog closes whose button is gone,
 * the focus would fall to the body. It goes to the control in its row's place, or to what names the list.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let last: Place | null = null;
    const remember = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return;
      if (target.closest('#content') !== null) last = placeOf(target);
      else if (target.closest(LAYERS) === null) last = null;
    };
    // a click beside all controls takes the focus away on purpose
    const forget = ({ target }: Event) => {
      if (target instanceof Element && target.closest(`${FOCUSABLE}, ${LAYERS}`) === null) last = null;
    };
    const observer = new MutationObserver(() => {
      if (last === null || last.element.isConnected || document.activeElement !== document.body) return;
      const next = nextTo(last);
      last = null;
      if (next !== null && !next.matches(FOCUSABLE)) next.tabIndex = -1;
      next?.focus();
    });
    observer.observe(document.body, { childList: true, subtree: true });
    document.addEventListener('focusin', remember);
    document.addEventListener('pointerdown', forget);
    return () => {
      observer.disconnect();
      document.removeEventListener('focusin', remember);
      document.removeEventListener('pointerdown', forget);
    };
  }, []);
}
