import { randomId } from '../../shared/http/commandKeys.ts';
import { HttpError } from '../../shared/http/http.ts';
import { toast } from '../../shared/toast/toasts.ts';

/** Ids by form where the browser refuses storage; a reload forgets them. */
const unstored = new Map<string, string>();
const keyOf = (form: string) => `order of ${form}`;

/** The id of a form's order after its first submit; null before and after the order. */
export function openOrder(form: string): string | null {
  try {
    return sessionStorage.getItem(keyOf(form)) ?? unstored.get(form) ?? null;
  } catch {
    return unstored.get(form) ?? null;
  }
}

/**
 * The id of a form's order, from its first submit to its end: a second submit, a reload of the tab and a retry are the
 * same order. `form` identifies form and user.
 */
export function orderOf(form: string): string {
  const known = openOrder(form);
  if (known !== null) return known;
  const id = randomId();
  try {
    sessionStorage.setItem(keyOf(form), id);
  } catch {
    unstored.set(form, id);
  }
  return id;
}

/** Ends a form's order: the next submit is another one. */
export function endOrder(form: string): void {
  unstored.delete(form);
  try {
    sessionStorage.removeItem(keyOf(form));
  } catch {
    // nothing was stored
  }
}

/** The order on the server; `none` without one, null where the server could not be asked. */
export async function lookUpOrder(orderId: string) {
  try {
    return await (await import('./watchOrder.ts')).readOrder(orderId);
  } catch (error) {
    return error instanceof HttpError && error.status === 404 ? 'none' : null;
  }
}

/** Like lookUpOrder, the status alone. */
export async function statusOf(orderId: string) {
  const order = await lookUpOrder(orderId);
  return order === null || order === 'none' ? order : order.status;
}

/**
 * Checks the order that a form sent before this page was loaded. If it went through, shows a toast and ends it.
 * @returns whether it went through
 */
export async function reportEarlierOrder(form: string): Promise<boolean> {
  const orderId = openOrder(form);
  if (orderId === null) return false;
  const order = await lookUpOrder(orderId);
  if (order === null || order === 'none' || order.status === 'unpaid') return false;
  endOrder(form);
  if (order.status === 'rejected') return false;
  const [first, ...others] = order.entries.map(({ name }) => name);
  const names = others.length === 0 ? first : `${first} and ${others.length} more`;
  toast({ title: 'Order received', description: `${names} was already ordered. See the dashboard.` });
  return true;
}
