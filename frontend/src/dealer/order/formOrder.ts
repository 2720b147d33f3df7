import { randomId } from '../../shared/http/commandKeys.ts';

/** Ids by form, where the browser keeps nothing for the tab. */
const remembered = new Map<string, string>();
const keyOf = (form: string) => `order of ${form}`;

/** The order that a form is since its first press; null where it was not sent yet, or is over. */
export function openOrder(form: string): string | null {
  try {
    return sessionStorage.getItem(keyOf(form)) ?? remembered.get(form) ?? null;
  } catch {
    return remembered.get(form) ?? null;
  }
}

/**
 * The id that a form is ordered under, from its first press to its end: a second press, a reload of the tab and another
 * try are the same order. `form` names the form and whose it is.
 */
export function orderOf(form: string): string {
  const known = openOrder(form);
  if (known !== null) return known;
  const id = randomId();
  remembered.set(form, id);
  try {
    sessionStorage.setItem(keyOf(form), id);
  } catch {
    // without storage a reload forgets it
  }
  return id;
}

/** The form's order is made, or will never be: what is sent next is another one. */
export function endOrder(form: string): void {
  remembered.delete(form);
  try {
    sessionStorage.removeItem(keyOf(form));
  } catch {
    // nothing was kept
  }
}
