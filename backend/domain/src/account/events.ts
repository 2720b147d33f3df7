import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { personal } from '../kernel/personal.ts';
import { centsShape, dayShape } from '../kernel/shapes.ts';
import { streamCategory } from '../kernel/stream.ts';
import { mapValues } from '../values/names.ts';
import { COMPANY_FIELDS } from '../values/recordFields.ts';
import { cardEvents } from './cardEvents.ts';

/** `account-<id>`: one stream for each company. */
export const accountStreams = streamCategory('account');

export const accountStream = accountStreams.streamOf;

/** Name and address of the company, encrypted with the account's key. A text that an older event lacks reads as blank. */
export const companyShape = mapValues(COMPANY_FIELDS, () => personal(z.string()).default(''));

const ownKey = {
  personal: [{ subject: 'account' as const, idField: 'accountId', fields: Object.keys(companyShape) }],
};

/** A company's account was opened. Rates in cents per reader per month (rule B1: 650). */
export const AccountOpened = defineEvent(
  'AccountOpened',
  z.object({
    accountId: z.string(),
    /** Who receives the invoices; null for an account without users. */
    firstUserId: z.string().nullable(),
    ...companyShape,
    defaultReaderRateCents: centsShape.nullable(),
    promotionalMonths: z.number().int().min(1),
    promotionalLicensePricing: z.boolean(),
    equipmentPurchasesEnabled: z.boolean(),
    isDemo: z.boolean(),
  }),
  ownKey,
);

export const CompanyDetailsChanged = defineEvent(
  'CompanyDetailsChanged',
  z.object({ accountId: z.string(), ...companyShape }),
  ownKey,
);

/** E.g. because the first user was deleted. */
export const InvoiceRecipientChanged = defineEvent(
  'InvoiceRecipientChanged',
  z.object({ accountId: z.string(), userId: z.string().nullable() }),
);

/** The account shows its first user's dealer id (rule D1). */
export const AccountDealerIdChanged = defineEvent(
  'AccountDealerIdChanged',
  z.object({ accountId: z.string(), dealerId: z.string() }),
);

/**
 * Cents per reader per month; null means none is set, so the system rate of 700 applies. `effectiveFrom` is a billing
 * day, null for at once.
 */
export const DefaultReaderRateChanged = defineEvent(
  'DefaultReaderRateChanged',
  z.object({
    accountId: z.string(),
    rateCents: centsShape.nullable(),
    effectiveFrom: dayShape.nullable(),
    /** Billing day of the change. Rates announced for other days stay; where it is absent, they were replaced. */
    savedOn: dayShape.optional(),
  }),
);

/** The default rate announced for `effectiveFrom` will not come into force. */
export const AnnouncedDefaultRateCanceled = defineEvent(
  'AnnouncedDefaultRateCanceled',
  z.object({ accountId: z.string(), effectiveFrom: dayShape }),
);

/** Promotional pricing as saved by an administrator. `startDate` is the day the promotion began, null while it is off. */
export const PromotionalPricingChanged = defineEvent(
  'PromotionalPricingChanged',
  z.object({
    accountId: z.string(),
    active: z.boolean(),
    rateCents: centsShape.nullable(),
    months: z.number().int().min(1),
    startDate: dayShape.nullable(),
    licensePricing: z.boolean(),
  }),
);

/** Switches that administrators set; `demoPricing` is stored and shown, without effect (rule B18). */
export const AccountOptionsChanged = defineEvent(
  'AccountOptionsChanged',
  z.object({ accountId: z.string(), equipmentPurchasesEnabled: z.boolean(), demoPricing: z.boolean() }),
);

export const AccountWentLive = defineEvent('AccountWentLive', z.object({ accountId: z.string() }));
export const AccountReturnedToDemo = defineEvent(
  'AccountReturnedToDemo',
  z.object({ accountId: z.string() }),
);

/**
 * The company's key was erased with its last user's personal data (docs/adr/0014): what it encrypted here and in these
 * records can't be read any more. Saved cards are removed. Several events where one would be too long, or where records
 * were added since.
 */
export const CompanyDataErased = defineEvent(
  'CompanyDataErased',
  z.object({
    accountId: z.string(),
    siteIds: z.array(z.string()),
    migrationIds: z.array(z.string()),
    orderIds: z.array(z.string()),
    disputeIds: z.array(z.string()),
  }),
);

/** The retention time of a year's Bill To blocks is over: `retentionId`'s key was erased. */
export const InvoiceRetentionEnded = defineEvent(
  'InvoiceRetentionEnded',
  z.object({ accountId: z.string(), retentionId: z.string(), invoiceIds: z.array(z.string()) }),
);

export const accountEvents = {
  AccountOpened,
  CompanyDetailsChanged,
  InvoiceRecipientChanged,
  AccountDealerIdChanged,
  DefaultReaderRateChanged,
  AnnouncedDefaultRateCanceled,
  PromotionalPricingChanged,
  AccountOptionsChanged,
  AccountWentLive,
  AccountReturnedToDemo,
  CompanyDataErased,
  InvoiceRetentionEnded,
  ...cardEvents,
};

export type AccountEvent = EventOf<(typeof accountEvents)[keyof typeof accountEvents]>;
