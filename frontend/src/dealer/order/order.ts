import {
  type Account,
  hasPaymentMethodSchema,
  type NewSiteForm,
  type NewSiteRequest,
  type OrderFormInput,
  type Order as OrderRecord,
  orderSchema,
  paths,
  startedOrderPaymentSchema,
} from '@portal/contract';
import { hardwareEnabled, type Price } from '@portal/domain/pricing';
import type { z } from 'zod';
import { HttpError, randomId, read, request, UserError } from '../../shared/http/http.ts';
import { withStorage } from '../../shared/http/keptEntries.ts';
import { toast } from '../../shared/toast/toasts.ts';
import { PAYMENT_SUCCESSFUL_SAVED_CARD, paymentProblem, SETUP_FAILED } from '../card/paymentMethod.ts';
import { eventOf, readUntil } from '../payment/outcome.ts';
import type { PaidWith, PaymentEvent } from '../payment/paymentFlow.ts';
import type { Ordered } from '../sites/portfolio.ts';
import { hardwareOf } from './HardwareOptions.tsx';

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

/** The request body: counts as text, hardware by name. */
export function siteForm(site: NewSiteRequest): NewSiteForm {
  const hardware = hardwareOf(site);
  return {
    ...site,
    hardware,
    number_of_readers: String(site.number_of_readers),
    number_of_acu_panels: String(site.number_of_acu_panels),
    include_shipping: hardware.length > 0,
    // S1-1
    software_version: 'aurora',
  };
}

/** Ids by form where the browser refuses storage; a reload forgets them. */
const unstored = new Map<string, string>();
const keyOf = (form: string) => `order of ${form}`;

/** The id of a form's order after its first submit; null before and after the order. */
export const openOrder = (form: string): string | null =>
  withStorage(() => sessionStorage.getItem(keyOf(form))) ?? unstored.get(form) ?? null;

/**
 * The id of a form's order, from its first submit to its end: a second submit, a reload of the tab and a retry are the
 * same order. `form` identifies form and user.
 */
export function orderOf(form: string): string {
  const known = openOrder(form);
  if (known !== null) return known;
  const id = randomId();
  withStorage(() => sessionStorage.setItem(keyOf(form), id));
  if (openOrder(form) === null) unstored.set(form, id);
  return id;
}

/** Ends a form's order: the next submit is another one. */
export function endOrder(form: string): void {
  unstored.delete(form);
  withStorage(() => sessionStorage.removeItem(keyOf(form)));
}

/** GET /api/user-has-payment-method; a check that fails counts as none (S1-8-orders). */
async function findCard(): Promise<z.infer<typeof hasPaymentMethodSchema>> {
  try {
    return hasPaymentMethodSchema.parse(await read(paths.userHasPaymentMethod));
  } catch {
    return { hasPaymentMethod: false };
  }
}

async function startPayment(order: Order, orderId: string, savedCard: boolean) {
  const answer = await request('POST', paths.createPaymentIntent, {
    amount: order.price.totalCents,
    // a portal of release 0.2.0 beside this one compares names with an 'x'
    items: order.price.lines.map((line) => ({
      name: line.name.replace(' × ', ' x '),
      price: line.priceCents,
    })),
    site_id: null,
    use_existing_payment_method: savedCard,
    isMigration: order.form.kind === 'migration',
    order: order.form,
    orderId,
  });
  return startedOrderPaymentSchema.parse(answer);
}

/**
 * Begins the payment of a form's order. Rejects where an earlier try paid for something else.
 * @param saved true charges the saved card; null too, unless it was declined before, and asks for a card without one
 */
export async function charge(
  form: string,
  order: Order,
  orderId: string,
  saved: boolean | null,
): Promise<PaymentEvent> {
  const { hasPaymentMethod, declined = false } = await findCard();
  if (!hasPaymentMethod && saved === null) return { type: 'cardMissing' };
  const savedCard = hasPaymentMethod && (saved === true || !declined);
  const notPaid = (problem: string): PaymentEvent => {
    toast({ title: 'Payment Setup Failed', description: problem, variant: 'destructive' });
    return { type: 'notPaid', problem };
  };
  try {
    const event = await eventOf(await startPayment(order, orderId, savedCard), { failed: SETUP_FAILED });
    if (event.type === 'notPaid') return notPaid(event.problem);
    if (event.type === 'paid' && savedCard) toast(PAYMENT_SUCCESSFUL_SAVED_CARD);
    return event;
  } catch (error) {
    if (error instanceof HttpError && error.status === 409) {
      if (error.errors.some(({ path }) => path === 'order')) throw error;
      const { status } = await lookUpOrder(orderId);
      // an earlier try paid for it
      if (status === 'paid' || status === 'fulfilled')
        return { type: 'paid', paid: { orderId, intentId: null } };
      if (status === 'rejected') endOrder(form);
    }
    order.onRefused?.(error);
    const failed = savedCard
      ? 'Failed to process payment with saved card'
      : 'Failed to create payment intent';
    return notPaid(paymentProblem(error, failed));
  }
}

/** POST /api/orders, for a free order; idempotent. @returns its id */
export async function placeFreeOrder(form: OrderFormInput, orderId: string): Promise<string> {
  return orderSchema.parse(await request('POST', paths.orders, { order: form, orderId })).id;
}

const readOrder = async (orderId: string) => orderSchema.parse(await read(paths.order(orderId)));

/** The order on the server; `none` without one, `unknown` where the server could not be asked. */
export async function lookUpOrder(
  orderId: string,
): Promise<Pick<OrderRecord, 'entries'> & { readonly status: OrderRecord['status'] | 'none' | 'unknown' }> {
  try {
    return await readOrder(orderId);
  } catch (error) {
    const isMissing = error instanceof HttpError && error.status === 404;
    return { status: isMissing ? 'none' : 'unknown', entries: [] };
  }
}

/**
 * Checks the order that a form sent before this page was loaded. One that went through is ended, with a toast.
 * @returns what became of it; null where that is not known
 */
export async function reportEarlierOrder(
  form: string,
  orderId: string,
): Promise<'ordered' | 'unpaid' | null> {
  const { status, entries } = await lookUpOrder(orderId);
  if (status === 'none' || status === 'unknown') return null;
  if (status === 'unpaid') return 'unpaid';
  endOrder(form);
  if (status === 'rejected') return 'unpaid';
  const [first, ...others] = entries.map(({ name }) => name);
  const names = others.length === 0 ? first : `${first} and ${others.length} more`;
  toast({ title: 'Order received', description: `${names} was already ordered. See the dashboard.` });
  return 'ordered';
}

const TOO_LONG =
  'This takes longer than usual. Your order is paid and will complete automatically; the sites will appear on the dashboard.';

/**
 * Follows an order until each entry is created or rejected; `onChange` gets each state. Rejects when the server refuses,
 * or after ten minutes.
 */
export async function watchOrder(
  orderId: string,
  onChange: (order: OrderRecord) => void,
): Promise<OrderRecord> {
  const isLast = (order: OrderRecord) => {
    onChange(order);
    return order.entries.every(({ outcome }) => outcome !== 'waiting');
  };
  const patience = { topic: 'orders', everyMs: 2_000, forMs: 10 * 60_000 };
  const order = await readUntil(() => readOrder(orderId), isLast, patience);
  if (order === null) throw new UserError(TOO_LONG);
  return order;
}
