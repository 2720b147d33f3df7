import { type Day, formatDay, formatDollars } from '@portal/domain/values';
import type { Block, Letter } from '../../platform/mail/letter.ts';

/** The letters about orders, their payment and their rejection. Amounts in cents. */

export interface OrderFacts {
  readonly orderNumber: string;
  readonly totalCents: number;
  readonly names: readonly string[];
  /** The page its button opens. */
  readonly url: string;
}

/** Names that are told one by one; more than these are counted. */
const MOST_NAMES = 10;

function namesOf(names: readonly string[]): string {
  if (names.length <= MOST_NAMES) return names.join(', ');
  return `${names.slice(0, MOST_NAMES).join(', ')} and ${names.length - MOST_NAMES} more`;
}

const paragraph = (text: string): Block => ({ kind: 'paragraph', text });

/** To the dealer who ordered, with the receipt attached. @param testMode whether no real money moved (decisions B24) */
export function orderPaid(order: OrderFacts & { readonly paidOn: Day; readonly testMode: boolean }): Letter {
  const total = formatDollars(order.totalCents);
  return {
    subject: `Receipt for your order ${order.orderNumber}`,
    preheader: `${total} paid on ${formatDay(order.paidOn)}.`,
    title: 'Thank you for your order',
    blocks: [
      paragraph(
        'We received your payment. The receipt is attached; what you ordered waits for our approval.',
      ),
      {
        kind: 'facts',
        facts: [
          ['Order', order.orderNumber],
          [order.names.length === 1 ? 'Site' : 'Sites', namesOf(order.names)],
          ['Paid on', formatDay(order.paidOn)],
          ['Amount', total],
        ],
      },
      ...(order.testMode ? [{ kind: 'note', text: 'Test payment: no money was charged.' } as const] : []),
      { kind: 'button', label: 'View your orders', href: order.url },
    ],
  };
}

/** To the dealer: what will not be made, why, and what is given back. `names`: the rejected entries. */
export function orderRejected(
  order: Omit<OrderFacts, 'totalCents'> & { readonly reason: string | null; readonly refundCents: number },
): Letter {
  const refund = formatDollars(order.refundCents);
  const back = order.refundCents > 0;
  return {
    subject: `Your order ${order.orderNumber} was rejected`,
    preheader: back ? `${refund} is given back to your card.` : namesOf(order.names),
    title: 'Your order was rejected',
    blocks: [
      paragraph(`We are sorry: we can't carry out your order of ${namesOf(order.names)}.`),
      ...(order.reason === null ? [] : [paragraph(`Reason: ${order.reason}`)]),
      ...(back
        ? [
            paragraph(
              `${refund} is given back to the card you paid with. Depending on your bank it shows within 5 to 10 days.`,
            ),
          ]
        : []),
      {
        kind: 'facts',
        facts: [['Order', order.orderNumber], ...(back ? [['Refund', refund] as const] : [])],
      },
      { kind: 'button', label: 'View your orders', href: order.url },
    ],
  };
}
