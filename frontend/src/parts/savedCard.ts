import type { PaymentMethod } from '@portal/contract';
import { dateText } from '../shared/text.ts';

type Card = Pick<NonNullable<PaymentMethod>, 'brand' | 'last4' | 'expMonth' | 'expYear'>;

/** E.g. 'Declined on Nov 22, 2026: Your card was declined. Replace it or use another card.' */
export const declineText = ({ on, message }: NonNullable<NonNullable<PaymentMethod>['declined']>) =>
  `Declined on ${dateText(on)}: ${message.replace(/\.$/, '')}. Replace it or use another card.`;

/** E.g. '04/2027'. */
export const expiryText = ({ expMonth, expYear }: Pick<Card, 'expMonth' | 'expYear'>) =>
  `${String(expMonth).padStart(2, '0')}/${expYear}`;

/** A card is valid to the end of its month; `ending` from the month before. */
export function expiryState(
  { expMonth, expYear }: Pick<Card, 'expMonth' | 'expYear'>,
  today: Date,
): 'good' | 'ending' | 'expired' {
  const months = expYear * 12 + expMonth - (today.getFullYear() * 12 + today.getMonth() + 1);
  if (months < 0) return 'expired';
  return months <= 1 ? 'ending' : 'good';
}
