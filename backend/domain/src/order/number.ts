/**
 * What people call an order, e.g. `ORD-3F9A2C7D`: the end of its id, which is random. Short enough to read out and
 * rarely the same twice; nothing is looked up by it.
 */
export function orderNumber(orderId: string): string {
  return `ORD-${orderId.replaceAll('-', '').slice(-8).toUpperCase()}`;
}
