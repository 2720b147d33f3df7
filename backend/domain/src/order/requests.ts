import { isErased } from '../kernel/personal.ts';
import type { RequestMigration } from '../migration/commands.ts';
import type { CreateSite } from '../site/commands.ts';
import type { OrderForm } from './commands.ts';
import type { PlacedOrder } from './state.ts';

/** The command that creates the site or migration of an entry; repeated, it has no effect. */
export type OrderRequest = CreateSite | RequestMigration;

export function requestFor(
  owner: Pick<CreateSite, 'orderId' | 'accountId' | 'userId'>,
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

/** Commands for the entries of a paid order that are not created yet (rule D14). None while it is unpaid, or where its forms were erased. */
export function pendingRequests(order: PlacedOrder): readonly OrderRequest[] {
  const { forms } = order;
  if (order.status !== 'paid' || isErased(forms)) return [];
  return order.entries.flatMap((entry, index) => {
    const form = forms[index];
    return entry.outcome === 'waiting' && form ? [requestFor(order, entry, form)] : [];
  });
}
