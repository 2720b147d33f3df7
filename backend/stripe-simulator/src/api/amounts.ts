import { invalid } from '../failures.ts';

/** Smallest amount a card is charged with, in the currency's smallest unit. */
const SMALLEST = { usd: 50, cad: 50, eur: 50, gbp: 30, aud: 50 } as const;
type Currency = keyof typeof SMALLEST;
const LARGEST = 99_999_999;

const dollars = (amount: number) =>
  (amount / 100).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** @throws StripeFailure 400 for a currency the simulator doesn't take */
export function currencyOf(given: string): Currency {
  const lower = given.toLowerCase();
  if (!isCurrency(lower))
    throw invalid(
      `Invalid currency: ${given}. The Stripe simulator takes: ${Object.keys(SMALLEST).join(', ')}`,
      {
        param: 'currency',
      },
    );
  return lower;
}

const isCurrency = (text: string): text is Currency => Object.hasOwn(SMALLEST, text);

/** @throws StripeFailure 400 below the provider's minimum or above eight digits */
export function mustBeChargeable(amount: number, currency: string): void {
  if (amount < 1)
    throw invalid('This value must be greater than or equal to 1.', {
      code: 'parameter_invalid_integer',
      param: 'amount',
    });
  const smallest = SMALLEST[currencyOf(currency)];
  if (amount < smallest)
    throw invalid(`Amount must be at least ${dollars(smallest)} ${currency}`, {
      code: 'amount_too_small',
      param: 'amount',
    });
  if (amount > LARGEST)
    throw invalid(`Amount must be no more than ${dollars(LARGEST)} ${currency}`, {
      code: 'amount_too_large',
      param: 'amount',
    });
}
