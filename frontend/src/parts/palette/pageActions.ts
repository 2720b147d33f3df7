/** Buttons, links that look like one, and texts to write; those of rows belong to their record's page. */
const ACTIONS = '#content :is(button, a.MuiButton-root, textarea:not([aria-hidden]))';
const PARTS = 'table, li, nav, [role=tablist]';

interface PageAction {
  readonly label: string;
  readonly run: () => void;
}

/** The actions of the page shown, each once. */
export function pageActions(): readonly PageAction[] {
  const actions = [...document.querySelectorAll<HTMLButtonElement | HTMLTextAreaElement>(ACTIONS)]
    .filter((element) => !element.disabled && element.closest(PARTS) === null && isShown(element))
    .map((element): [string, PageAction] => {
      const label = nameOf(element);
      const run = () => {
        element.focus();
        element.click();
      };
      return [label, { label, run }];
    });
  return [...new Map(actions).values()].filter(({ label }) => label !== '');
}

const isShown = (element: Element) => getComputedStyle(element).display !== 'none';

const nameOf = (element: HTMLButtonElement | HTMLTextAreaElement) =>
  (element.ariaLabel ?? element.labels?.[0]?.textContent ?? element.textContent).replace(/\s*\*$/, '').trim();
