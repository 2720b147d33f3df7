import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { personal } from '../kernel/personal.ts';
import { centsShape, countShape, dayShape } from '../kernel/shapes.ts';
import { streamCategory } from '../kernel/stream.ts';
import { migrationFormShape } from '../migration/events.ts';
import { siteFormShape } from '../site/details.ts';

/** `order-<id>`: one stream an order. */
export const orderStreams = streamCategory('order');

export const orderStream = orderStreams.streamOf;

/** The New Site form as the server read it, so that a paid order can be carried out without the page. */
export const orderedSiteShape = {
  kind: z.literal('site'),
  ...siteFormShape,
  readers: countShape,
  /** Null where none was asked for. */
  requestedDate: dayShape.nullable(),
};

/** The migration form likewise. */
export const orderedMigrationShape = { kind: z.literal('migration'), ...migrationFormShape };

const ids = { orderId: z.string(), accountId: z.string() };

/**
 * A dealer's order as the server priced it: one site, one migration, or the N sites of an import. `forms[i]` is the
 * form of `entries[i]`; the forms are encrypted with the account's key, the entries' names are labels. Once more in the
 * same stream: the form was changed before anything was paid, and this is what is ordered.
 */
export const OrderPlaced = defineEvent(
  'OrderPlaced',
  z.object({
    ...ids,
    userId: z.string(),
    /**
     * What is made of it: the id it will have, its label and its part of the total. `kind` is the form's, for when the
     * forms are erased; absent in the oldest logs.
     */
    entries: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        priceCents: centsShape,
        kind: z.enum(['site', 'migration']).optional(),
      }),
    ),
    forms: personal(
      z.array(z.discriminatedUnion('kind', [z.object(orderedSiteShape), z.object(orderedMigrationShape)])),
    ),
    /** The summary that was shown and that the receipt repeats; its prices add up to the total. */
    items: z.array(z.object({ name: z.string(), priceCents: centsShape })),
    totalCents: centsShape,
    /** The billing day. */
    placedOn: dayShape,
    /** A site of the dealer's that the order was placed for; absent where it is for none. */
    siteId: z.string().optional(),
  }),
  { personal: [{ subject: 'account', idField: 'accountId', fields: ['forms'] }] },
);

/** An attempt to pay began; no other may begin until it is over. Attempts count from 1. */
export const OrderPaymentStarted = defineEvent(
  'OrderPaymentStarted',
  z.object({ ...ids, attemptId: z.string(), attempt: z.number().int().positive() }),
);

/** The attempt is over without money. */
export const OrderPaymentEnded = defineEvent(
  'OrderPaymentEnded',
  z.object({ ...ids, attemptId: z.string(), message: z.string() }),
);

/** The order claimed a succeeded payment; a test payment stays one (rule B24). */
export const OrderPaid = defineEvent(
  'OrderPaid',
  z.object({
    ...ids,
    paymentId: z.string(),
    amountCents: centsShape,
    livemode: z.boolean(),
    /** The billing day. */
    paidOn: dayShape,
  }),
);

/** The site or migration of one entry exists now. */
export const OrderItemFulfilled = defineEvent('OrderItemFulfilled', z.object({ ...ids, id: z.string() }));

/** Entries that will not be, or not be any more; what was paid for them goes back. */
export const OrderRejected = defineEvent(
  'OrderRejected',
  z.object({
    ...ids,
    entryIds: z.array(z.string()),
    reason: z.string().nullable(),
    /** 0 where nothing was paid for them. */
    refundCents: centsShape,
    /** The payment to refund; null where nothing was paid. */
    paymentId: z.string().nullable(),
  }),
);

export const orderEvents = {
  OrderPlaced,
  OrderPaymentStarted,
  OrderPaymentEnded,
  OrderPaid,
  OrderItemFulfilled,
  OrderRejected,
};

export type OrderEvent = EventOf<(typeof orderEvents)[keyof typeof orderEvents]>;
