/** An order's number for people, e.g. `ORD-3F9A2C7D`: the random end of its id. Nothing is looked up by it. */
export function orderNumber(orderId: string): string {
  return `ORD-${orderId.replaceAll('-', '').slice(-8).toUpperCase()}`;
}
