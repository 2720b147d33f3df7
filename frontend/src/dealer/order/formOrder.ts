import { randomId } from '../../shared/http/commandKeys.ts';
import { HttpError } from '../../shared/http/http.ts';
import { toast } from '../../shared/toast/toasts.ts';

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

/** The order as the server knows it: `none` is not there; null where nobody can say. */
async function standingOf(orderId: string) {
  try {
    return await (await import('./watchOrder.ts')).readOrder(orderId);
  } catch (error) {
    return error instanceof HttpError && error.status === 404 ? 'none' : null;
  }
}

/** Its status alone. */
export async function statusOf(orderId: string) {
  const order = await standingOf(orderId);
  return order === null || order === 'none' ? order : order.status;
}

/**
 * Looks after the order of a form that was sent before this page was loaded. Where it went through, that is told, and
 * the form begins another. @returns whether it was told
 */
export async function tellOfEarlier(form: string): Promise<boolean> {
  const orderId = openOrder(form);
  if (orderId === null) return false;
  const order = await standingOf(orderId);
  if (order === null || order === 'none' || order.status === 'unpaid') return false;
  endOrder(form);
  if (order.status === 'rejected') return false;
  const [first, ...others] = order.entries.map(({ name }) => name);
  const names = others.length === 0 ? first : `${first} and ${others.length} more`;
  toast({
    title: 'Order received',
    description: `${names} was already ordered. See the dashboard.`,
  });
  return true;
}
