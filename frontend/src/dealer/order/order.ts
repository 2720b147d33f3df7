import type { Account, OrderFormInput } from '@portal/contract';
import { hardwareEnabled, type Price } from '@portal/domain/pricing';
import { randomId } from '../../shared/http/commandKeys.ts';
import { withStorage } from '../../shared/http/keptEntries.ts';
import type { PaidWith } from '../payment/paymentFlow.ts';
import type { Ordered } from '../sites/portfolio.ts';

/** The toast of a failure. */
export interface FailureText {
  readonly title: string;
  readonly message: string;
}

export interface Order {
  readonly form: OrderFormInput;
  readonly price: Price;
  /** Creates what was ordered; may return a text for the last step. `report` shows progress. */
  readonly create: (
    paid: PaidWith & { readonly orderId: string },
    report: (message: string) => void,
  ) => Promise<Pick<Ordered, 'entries'> & { readonly message?: string }>;
  /** The text of a failed creation (S1-8-orders). */
  readonly explain: (error: unknown) => FailureText;
  /** Shows the error in the form. */
  readonly onRefused?: (error: unknown) => void;
}

/** The terms of an account for prices and options; the strictest while it is not loaded. */
export function orderTerms(
  account:
    | Pick<Account, 'promotional_license_pricing' | 'equipment_purchases_enabled' | 'tax_rates'>
    | undefined,
) {
  return {
    promotionalLicensePricing: account?.promotional_license_pricing ?? false,
    equipmentPurchasesEnabled: account?.equipment_purchases_enabled ?? false,
    taxRates: account?.tax_rates ?? {},
  };
}

/** Whether the account may buy hardware; null while it is not loaded. */
export const hardwareOffered = (account: Parameters<typeof orderTerms>[0]) =>
  account === undefined ? null : hardwareEnabled(orderTerms(account));

/** The number in an input; 0 for anything but a whole number. */
export const countTyped = (value: unknown) =>
  /^\d{1,6}$/.test(String(value ?? '').trim()) ? Number(value) : 0;

/** Ids by form where the browser refuses storage; a reload forgets them. */
const unstored = new Map<string, string>();
const keyOf = (form: string) => `order of ${form}`;

/** The id of a form's order after its first submit; null before and after the order. */
export const openOrder = (form: string): string | null =>
  withStorage(() => sessionStorage.getItem(keyOf(form)), null) ?? unstored.get(form) ?? null;

/**
 * The id of a form's order, from its first submit to its end: a second submit, a reload of the tab and a retry are the
 * same order. `form` identifies form and user.
 */
export function orderOf(form: string): string {
  const known = openOrder(form);
  if (known !== null) return known;
  const id = randomId();
  withStorage(() => sessionStorage.setItem(keyOf(form), id), undefined);
  if (openOrder(form) === null) unstored.set(form, id);
  return id;
}

/** Ends a form's order: the next submit is another one. */
export function endOrder(form: string): void {
  unstored.delete(form);
  withStorage(() => sessionStorage.removeItem(keyOf(form)), undefined);
}
