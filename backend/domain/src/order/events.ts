import { z } from 'zod';
import { defineEvents, type EventsOf } from '../kernel/event.ts';
import { personal } from '../kernel/personal.ts';
import { centsShape, countShape, dayShape } from '../kernel/shapes.ts';
import { streamCategory } from '../kernel/stream.ts';
import { migrationFormShape } from '../migration/events.ts';
import { siteFormShape } from '../site/details.ts';

/** `order-<id>`: one stream for each order. */
export const orderStream = streamCategory('order');

/** The New Site form, so that a paid order can be fulfilled without the page. */
export const orderedSiteShape = {
  kind: z.literal('site'),
  ...siteFormShape,
  readers: countShape,
  requestedDate: dayShape.nullable(),
};

export const orderedMigrationShape = { kind: z.literal('migration'), ...migrationFormShape };

export const orderTaxShape = {
  /** Two letters. */
  state: z.string(),
  /** Millionths of the price. */
  rate: countShape,
  /** The prices that are taxed. */
  taxableCents: centsShape,
  taxCents: centsShape,
  /** The company is exempt, so the tax is 0. */
  exempt: z.literal(true).optional(),
};

const ids = { orderId: z.string(), accountId: z.string() };

export const orderEvents = defineEvents(
  {
    /**
     * A dealer's order, priced by the server: one site, one migration, or the sites of an import. `forms[i]` is the form of
     * `entries[i]`, encrypted with the account's key; the names of entries are not. A second one in the stream replaces the
     * first: the form was changed before it was paid.
     */
    OrderPlaced: {
      ...ids,
      userId: z.string(),
      /**
       * Future id, name and part of the total of each site or migration. `kind` repeats the form's, which may be erased;
       * absent in the oldest logs.
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
      /** The summary shown with the order and on the receipt; its prices add up to the total. */
      items: z.array(z.object({ name: z.string(), priceCents: centsShape })),
      totalCents: centsShape,
      /** Of the total: sales tax (rule B38); absent for none. */
      taxCents: centsShape.optional(),
      /** By state: what is taxed, and its tax; absent for none, and in older events. */
      taxes: z.array(z.object(orderTaxShape)).optional(),
      /** The billing day. */
      placedOn: dayShape,
      /** The dealer's site that the order is for; absent for none. */
      siteId: z.string().optional(),
    },
    /** A payment attempt began; no other may begin until it has ended. Attempts count from 1. */
    OrderPaymentStarted: { ...ids, attemptId: z.string(), attempt: z.number().int().positive() },
    /** The attempt ended without money. */
    OrderPaymentEnded: { ...ids, attemptId: z.string(), message: z.string() },
    /** The order claimed a succeeded payment; a test payment stays a test payment (rule B24). */
    OrderPaid: {
      ...ids,
      paymentId: z.string(),
      amountCents: centsShape,
      /** Of it: sales tax; absent for none. */
      taxCents: centsShape.optional(),
      livemode: z.boolean(),
      /** The billing day. */
      paidOn: dayShape,
    },
    /** The site or migration of one entry was created. */
    OrderItemFulfilled: { ...ids, id: z.string() },
    /** Entries that were rejected, also after they were created; what was paid for them is refunded. */
    OrderRejected: {
      ...ids,
      entryIds: z.array(z.string()),
      reason: z.string().nullable(),
      /** 0 where nothing was paid for them. */
      refundCents: centsShape,
      /** The payment to refund; null where nothing was paid. */
      paymentId: z.string().nullable(),
    },
  },
  { OrderPlaced: { personal: [{ subject: 'account', idField: 'accountId', fields: ['forms'] }] } },
);

export type OrderEvent = EventsOf<typeof orderEvents>;
