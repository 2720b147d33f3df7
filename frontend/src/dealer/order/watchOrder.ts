import { type Order, type OrderFormInput, orderSchema, paths } from '@portal/contract';
import { HttpError, read, request } from '../../shared/http/http.ts';
import { UserError } from '../../shared/http/problem.ts';
import { onTopic } from '../../shared/live/LiveUpdates.tsx';

/** Interval of reads without live updates. */
const AGAIN_MS = 2_000;
const PATIENCE_MS = 10 * 60_000;
const TOO_LONG =
  'This takes longer than usual. Your order is paid and will complete automatically; the sites will appear on the dashboard.';

/** Resolves with the next change of an order, or after a while. */
function changed(): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const timer = setTimeout(done, AGAIN_MS);
    const stop = onTopic((topic) => {
      if (topic === 'orders' || topic === '*') done();
    });
  });
}

/** POST /api/orders, for a free order; idempotent. @returns its id */
export async function placeFreeOrder(form: OrderFormInput, orderId: string): Promise<string> {
  return orderSchema.parse(await request('POST', paths.orders, { order: form, orderId })).id;
}

/** An order; null after a fault of server or network. @throws HttpError for a refusal */
export async function readOrder(orderId: string): Promise<Order | null> {
  try {
    return orderSchema.parse(await read(paths.order(orderId)));
  } catch (error) {
    if (error instanceof HttpError && error.status < 500) throw error;
    return null;
  }
}

/**
 * Follows an order until each entry is created or rejected; `onChange` gets each state. Rejects when the server refuses,
 * or after ten minutes.
 */
export async function watchOrder(orderId: string, onChange: (order: Order) => void): Promise<Order> {
  for (const start = Date.now(); Date.now() - start < PATIENCE_MS; ) {
    const order = await readOrder(orderId);
    if (order !== null) {
      onChange(order);
      if (order.entries.every(({ outcome }) => outcome !== 'waiting')) return order;
    }
    await changed();
  }
  throw new UserError(TOO_LONG);
}
