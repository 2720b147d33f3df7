import { formatDollars } from '@portal/domain/values';
import type { Letter } from '../../platform/mail/letter.ts';

/** To administrators: money that was to go back to a card did not; nobody tries again by itself. */
export function moneyDidNotGoBack(refund: {
  readonly company: string;
  readonly amountCents: number;
  /** The provider's words. */
  readonly message: string;
  readonly paymentUrl: string;
}): Letter {
  const amount = formatDollars(refund.amountCents);
  return {
    subject: `A refund of ${amount} failed`,
    preheader: `${refund.company} has not got the money back.`,
    title: 'A refund failed',
    blocks: [
      {
        kind: 'paragraph',
        text: 'Money that was to go back to a card did not. Please give it back another way, or at the card provider, and tell the dealer.',
      },
      {
        kind: 'facts',
        facts: [
          ['Company', refund.company],
          ['Amount', amount],
          ['What the provider said', refund.message],
        ],
      },
      { kind: 'button', label: 'Open the payment', href: refund.paymentUrl },
    ],
  };
}
