/** Display names by the card provider's codes. */
const BRANDS: Readonly<Record<string, string>> = {
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
};

/** @param brand the provider's code; '' for an unknown one */
export function brandText(brand: string): string {
  return BRANDS[brand] ?? (brand === '' ? 'Card' : brand.charAt(0).toUpperCase() + brand.slice(1));
}

/** The card provider's own texts for these codes are written for developers. */
const UNAUTHENTICATED: Readonly<Record<string, string>> = {
  payment_intent_authentication_failure: 'Your bank could not confirm that this payment is yours.',
  setup_intent_authentication_failure: 'Your bank could not confirm that this card is yours.',
};

/** The text to show for an error of the card provider; `fallback` where it has none. */
export const providerText = (
  error: { readonly code?: string | undefined; readonly message?: string | undefined } | undefined,
  fallback: string,
): string => UNAUTHENTICATED[error?.code ?? ''] ?? error?.message ?? fallback;

/** E.g. 'Visa ending in 4242'. */
export const cardText = ({ brand, last4 }: { readonly brand: string; readonly last4: string }) =>
  `${brandText(brand)} ending in ${last4}`;
