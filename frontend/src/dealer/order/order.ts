import type { Account, OrderFormInput } from '@portal/contract';
import { hardwareEnabled, type Price } from '@portal/domain/pricing';

/** How a failure is told in a toast. */
export interface Told {
  readonly title: string;
  readonly message: string;
}

/** The order that a form is, and the provider's id of its payment; null where there was nothing to pay. */
export interface PaidWith {
  readonly orderId: string;
  readonly intentId: string | null;
}

/** What a dealer orders: the form as the server takes it, its price, and the call that creates it. */
export interface Order {
  readonly form: OrderFormInput;
  readonly price: Price;
  /** Creates what was ordered. `tell` says how far it has come; a text at the end says what was made. */
  readonly create: (paid: PaidWith, tell: (message: string) => void) => Promise<unknown>;
  /** Words for a creation that failed (S1-8-orders). */
  readonly explain: (error: unknown) => Told;
  /** Shows a refusal in the form, and whatever else it asks for. */
  readonly onRefused?: (error: unknown) => void;
}

/** What of an account decides an order's price and choices; nothing is granted while it is not loaded. */
export function orderTerms(
  account: Pick<Account, 'promotional_license_pricing' | 'equipment_purchases_enabled'> | undefined,
) {
  return {
    promotionalLicensePricing: account?.promotional_license_pricing ?? false,
    equipmentPurchasesEnabled: account?.equipment_purchases_enabled ?? false,
  };
}

/** Whether the account may buy hardware; null while its terms are not read. */
export const hardwareOffered = (account: Parameters<typeof orderTerms>[0]) =>
  account === undefined ? null : hardwareEnabled(orderTerms(account));

/** A count as typed, for the summary; 0 while it is no whole number. */
export const countTyped = (value: unknown) =>
  /^\d{1,6}$/.test(String(value ?? '').trim()) ? Number(value) : 0;
