import { z } from 'zod';
import { defineEvents, type EventsOf } from '../kernel/event.ts';
import { personal } from '../kernel/personal.ts';
import { centsShape, dayShape } from '../kernel/shapes.ts';
import { streamCategory } from '../kernel/stream.ts';
import { mapValues } from '../values/names.ts';
import { COMPANY_FIELDS } from '../values/recordFields.ts';
import { cardEvents } from './cardEvents.ts';
import { chargeEvents } from './chargeEvents.ts';
import { exemptionEvents } from './exemptions.ts';
import { holdEvents } from './orderHolds.ts';
import { promiseEvents } from './promises.ts';

/** `account-<id>`: one stream for each company. */
export const accountStream = streamCategory('account');

/** Name and address of the company, encrypted with the account's key. A text that an older event lacks reads as blank. */
export const companyShape = mapValues(COMPANY_FIELDS, () => personal(z.string()).default(''));

const ownKey = {
  personal: [{ subject: 'account' as const, idField: 'accountId', fields: Object.keys(companyShape) }],
};

const companyEvents = defineEvents(
  {
    /** A company's account was opened. Rates in cents per reader per month (rule B1: 650). */
    AccountOpened: {
      accountId: z.string(),
      /** Who receives the invoices; null for an account without users. */
      firstUserId: z.string().nullable(),
      ...companyShape,
      defaultReaderRateCents: centsShape.nullable(),
      promotionalMonths: z.number().int().min(1),
      promotionalLicensePricing: z.boolean(),
      equipmentPurchasesEnabled: z.boolean(),
      isDemo: z.boolean(),
    },
    CompanyDetailsChanged: { accountId: z.string(), ...companyShape },
    /** E.g. because the first user was deleted. */
    InvoiceRecipientChanged: { accountId: z.string(), userId: z.string().nullable() },
    /** The account shows its first user's dealer id (rule D1). */
    AccountDealerIdChanged: { accountId: z.string(), dealerId: z.string() },
    /**
     * Cents per reader per month; null means none is set, so the system rate of 700 applies. `effectiveFrom` is a billing
     * day, null for at once.
     */
    DefaultReaderRateChanged: {
      accountId: z.string(),
      rateCents: centsShape.nullable(),
      effectiveFrom: dayShape.nullable(),
      /** Billing day of the change. Rates announced for other days stay; where it is absent, they were replaced. */
      savedOn: dayShape.optional(),
    },
    /** The default rate announced for `effectiveFrom` will not come into force. */
    AnnouncedDefaultRateCanceled: { accountId: z.string(), effectiveFrom: dayShape },
    /** Promotional pricing as saved by an administrator. `startDate` is the day the promotion began, null while it is off. */
    PromotionalPricingChanged: {
      accountId: z.string(),
      active: z.boolean(),
      rateCents: centsShape.nullable(),
      months: z.number().int().min(1),
      startDate: dayShape.nullable(),
      licensePricing: z.boolean(),
    },
    /** Switches that administrators set; `demoPricing` is stored and shown, without effect (rule B18). */
    AccountOptionsChanged: {
      accountId: z.string(),
      equipmentPurchasesEnabled: z.boolean(),
      demoPricing: z.boolean(),
    },
    AccountWentLive: { accountId: z.string() },
    AccountReturnedToDemo: { accountId: z.string() },
    /**
     * The company's key was erased with its last user's personal data (docs/adr/0014): what it encrypted here and in these
     * records can't be read any more. Saved cards are removed. Several events where one would be too long, or where records
     * were added since.
     */
    CompanyDataErased: {
      accountId: z.string(),
      siteIds: z.array(z.string()),
      migrationIds: z.array(z.string()),
      orderIds: z.array(z.string()),
      disputeIds: z.array(z.string()),
      noteIds: z.array(z.string()).default([]),
    },
    /** The retention time of a year's Bill To blocks is over: `retentionId`'s key was erased. */
    InvoiceRetentionEnded: {
      accountId: z.string(),
      retentionId: z.string(),
      invoiceIds: z.array(z.string()),
    },
  },
  { AccountOpened: ownKey, CompanyDetailsChanged: ownKey },
);

export const accountEvents = {
  ...companyEvents,
  ...cardEvents,
  ...chargeEvents,
  ...exemptionEvents,
  ...holdEvents,
  ...promiseEvents,
};

export type AccountEvent = EventsOf<typeof accountEvents>;
