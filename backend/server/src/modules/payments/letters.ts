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

/** To the recipient: an administrator asks for a payment method (decisions, Routes 11). */
export function paymentMethodWanted(facts: {
  readonly name: string;
  readonly paymentMethodUrl: string;
}): Letter {
  return {
    subject: 'Please update your payment method',
    preheader: 'It takes a minute, on a secure page.',
    title: 'Please update your payment method',
    blocks: [
      {
        kind: 'paragraph',
        text: `Hello ${facts.name}, please sign in and save or update the card of your company. Card numbers go to the card provider alone; we never see them, and never ask for them by mail or telephone.`,
      },
      { kind: 'button', label: 'Update payment method', href: facts.paymentMethodUrl },
    ],
  };
}
