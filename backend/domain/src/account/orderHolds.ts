import { z } from 'zod';
import { defineEvents, type EventsOf } from '../kernel/event.ts';
import { neededReason } from '../kernel/refusals.ts';

export const holdEvents = defineEvents({
  /** The company places no new orders while this invoice, which reached a step of dunning, is open. */
  OrdersHeld: { accountId: z.string(), invoiceId: z.string() },
  /** An administrator allows orders again; these invoices hold none any more. */
  OrderHoldReleased: { accountId: z.string(), invoiceIds: z.array(z.string()), reason: z.string() },
});

export type HoldEvent = EventsOf<typeof holdEvents>;

/** An invoice that holds orders while it is open, unless that was released. */
export interface OrderHold {
  readonly invoiceId: string;
  readonly released: boolean;
}

export type HoldCommand =
  | { readonly type: 'HoldOrders'; readonly invoiceId: string }
  | { readonly type: 'ReleaseOrderHold'; readonly reason: string };

interface Held {
  readonly accountId: string;
  readonly orderHolds: readonly OrderHold[];
}

/** Each invoice holds orders once: one that was released never again. @throws BusinessRefusal unprocessable without a reason */
export function decideHolds(command: HoldCommand, { accountId, orderHolds }: Held): readonly HoldEvent[] {
  if (command.type === 'HoldOrders') {
    const { invoiceId } = command;
    if (orderHolds.some((hold) => hold.invoiceId === invoiceId)) return [];
    return [{ type: 'OrdersHeld', data: { accountId, invoiceId } }];
  }
  const reason = neededReason(command.reason);
  const invoiceIds = orderHolds.filter(({ released }) => !released).map(({ invoiceId }) => invoiceId);
  if (invoiceIds.length === 0) return [];
  return [{ type: 'OrderHoldReleased', data: { accountId, invoiceIds, reason } }];
}

export function evolveHolds(holds: readonly OrderHold[], event: HoldEvent): readonly OrderHold[] {
  if (event.type === 'OrdersHeld') return [...holds, { invoiceId: event.data.invoiceId, released: false }];
  const released = new Set(event.data.invoiceIds);
  return holds.map((hold) => (released.has(hold.invoiceId) ? { ...hold, released: true } : hold));
}
