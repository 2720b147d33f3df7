import { isErased } from '../kernel/personal.ts';
import type { RequestMigration } from '../migration/commands.ts';
import type { CreateSite } from '../site/commands.ts';
import type { OrderForm } from './commands.ts';
import type { PlacedOrder } from './state.ts';

/** The command that makes what an entry of an order asks for; twice it yields nothing, so each is made once. */
export type OrderRequest = CreateSite | RequestMigration;

/** Whose order it is. */
export interface OrderOwner {
  readonly orderId: string;
  readonly accountId: string;
  readonly userId: string;
}

/** The command for one form, under the id the entry was promised. */
export function requestFor(
  owner: OrderOwner,
  entry: { readonly id: string; readonly priceCents: number },
  form: OrderForm,
): OrderRequest {
  const { orderId, accountId, userId } = owner;
  if (form.kind === 'migration') {
    const { kind: _kind, ...details } = form;
    const { id: migrationId, priceCents: totalCents } = entry;
    return { type: 'RequestMigration', migrationId, accountId, userId, details, totalCents, orderId };
  }
  const { kind: _kind, readers, requestedDate, ...details } = form;
  const { id: siteId, priceCents } = entry;
  const order = { readers, requestedDate, priceCents, orderId };
  return { type: 'CreateSite', siteId, accountId, userId, details, ...order };
}

/**
 * What a paid order has still to make, in the order of its entries (rule D14: exactly once, also where the
 * page is gone). Empty while it is unpaid, and where its forms were erased.
 */
export function pendingRequests(order: PlacedOrder): readonly OrderRequest[] {
  const { forms } = order;
  if (order.status !== 'paid' || isErased(forms)) return [];
  return order.entries.flatMap((entry, index) => {
    const form = forms[index];
    return entry.outcome === 'waiting' && form ? [requestFor(order, entry, form)] : [];
  });
}
