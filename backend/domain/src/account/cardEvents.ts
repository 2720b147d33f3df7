import { z } from 'zod';
import { defineEvent } from '../kernel/event.ts';
import { dayShape, instantShape } from '../kernel/shapes.ts';

/** Customer, card and consent exist once for each mode: sandbox for demo accounts, production for live ones (rule B25). */
const inMode = { accountId: z.string(), livemode: z.boolean() };

/** The provider knows the company under this id. */
export const StripeCustomerCreated = defineEvent(
  'StripeCustomerCreated',
  z.object({ ...inMode, customerId: z.string() }),
);

/** The card to charge; nothing of it is kept but brand, last four digits and expiry. */
export const PaymentMethodSaved = defineEvent(
  'PaymentMethodSaved',
  z.object({
    ...inMode,
    customerId: z.string(),
    paymentMethodId: z.string(),
    brand: z.string(),
    last4: z.string(),
    /** 1 to 12. */
    expMonth: z.number().int().min(1).max(12),
    /** Four digits. */
    expYear: z.number().int().min(2000).max(9999),
  }),
);

export const PaymentMethodRemoved = defineEvent(
  'PaymentMethodRemoved',
  z.object({ ...inMode, paymentMethodId: z.string() }),
);

/** The saved card was declined as it was charged: it stays saved, and is not charged by itself until this is over. */
export const PaymentMethodDeclined = defineEvent(
  'PaymentMethodDeclined',
  z.object({
    ...inMode,
    paymentMethodId: z.string(),
    /** The billing day. */
    declinedOn: dayShape,
    /** The provider's text for the payer. */
    message: z.string(),
  }),
);

/** The saved card was charged after it had been declined. */
export const PaymentMethodAccepted = defineEvent(
  'PaymentMethodAccepted',
  z.object({ ...inMode, paymentMethodId: z.string() }),
);

/** A user agreed that invoices are charged to the saved card on their due date (rule B23); the version of the text agreed to. */
export const AutoPayConsented = defineEvent(
  'AutoPayConsented',
  z.object({ ...inMode, userId: z.string(), consentVersion: z.string(), consentedAt: instantShape }),
);

/** The consent ended: a user took it back, or the card it was for is gone (userId null). */
export const AutoPayRevoked = defineEvent(
  'AutoPayRevoked',
  z.object({ ...inMode, userId: z.string().nullable() }),
);

export const cardEvents = {
  StripeCustomerCreated,
  PaymentMethodSaved,
  PaymentMethodRemoved,
  PaymentMethodDeclined,
  PaymentMethodAccepted,
  AutoPayConsented,
  AutoPayRevoked,
};
