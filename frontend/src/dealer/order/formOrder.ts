import { randomId } from '../../shared/http/commandKeys.ts';
import { withStorage } from '../../shared/http/keptEntries.ts';

/** Ids by form where the browser refuses storage; a reload forgets them. */
const unstored = new Map<string, string>();
const keyOf = (form: string) => `order of ${form}`;

/** The id of a form's order after its first submit; null before and after the order. */
export const openOrder = (form: string): string | null =>
  withStorage(() => sessionStorage.getItem(keyOf(form)), null) ?? unstored.get(form) ?? null;

/**
 * The id of a form's order, from its first submit to its end: a second submit, a reload of the tab and a retry are the
 * same order. `form` identifies form and user.
 */
export function orderOf(form: string): string {
  const known = openOrder(form);
  if (known !== null) return known;
  const id = randomId();
  withStorage(() => sessionStorage.setItem(keyOf(form), id), undefined);
  if (openOrder(form) === null) unstored.set(form, id);
  return id;
}

/** Ends a form's order: the next submit is another one. */
export function endOrder(form: string): void {
  unstored.delete(form);
  withStorage(() => sessionStorage.removeItem(keyOf(form)), undefined);
}
