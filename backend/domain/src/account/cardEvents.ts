import { z } from 'zod';
import { defineEvents } from '../kernel/event.ts';
import { dayShape, instantShape } from '../kernel/shapes.ts';

/** Customer, card and consent exist once for each mode: sandbox for demo accounts, production for live ones (rule B25). */
const inMode = { accountId: z.string(), livemode: z.boolean() };

const cardDetails = {
  brand: z.string(),
  last4: z.string(),
  /** 1 to 12. */
  expMonth: z.number().int().min(1).max(12),
  /** Four digits. */
  expYear: z.number().int().min(2000).max(9999),
};

export const cardEvents = defineEvents({
  /** The company's id at the provider. */
  StripeCustomerCreated: { ...inMode, customerId: z.string() },
  /** The card to charge; only brand, last four digits and expiry are stored. */
  PaymentMethodSaved: {
    ...inMode,
    customerId: z.string(),
    paymentMethodId: z.string(),
    ...cardDetails,
  },
  /** The bank or the card network renewed the saved card: it stays the same payment method, and the consent to charge it. */
  PaymentMethodUpdated: {
    ...inMode,
    paymentMethodId: z.string(),
    ...cardDetails,
    /** When the provider updated it. */
    updatedAt: instantShape,
  },
  PaymentMethodRemoved: { ...inMode, paymentMethodId: z.string() },
  /** A charge of the saved card was declined: the card stays saved but is not charged automatically. */
  PaymentMethodDeclined: {
    ...inMode,
    paymentMethodId: z.string(),
    /** The billing day. */
    declinedOn: dayShape,
    /** The provider's text for the payer. */
    message: z.string(),
  },
  /** The saved card was charged after a decline. */
  PaymentMethodAccepted: { ...inMode, paymentMethodId: z.string() },
  /** A user agreed that invoices are charged to the saved card on their due date (rule B23), in this version of the text. */
  AutoPayConsented: { ...inMode, userId: z.string(), consentVersion: z.string(), consentedAt: instantShape },
  /** Consent ended: a user withdrew it, or its card was removed (`userId` null). */
  AutoPayRevoked: { ...inMode, userId: z.string().nullable() },
});
