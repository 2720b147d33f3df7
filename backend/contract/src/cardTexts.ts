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

/** E.g. 'Visa ending in 4242'. */
export const cardText = ({ brand, last4 }: { readonly brand: string; readonly last4: string }) =>
  `${brandText(brand)} ending in ${last4}`;
