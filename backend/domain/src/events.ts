import { accountEvents } from './account/events.ts';
import { approvalEvents } from './approval/events.ts';
import { bankEvents } from './bank/events.ts';
import { billingRunEvents } from './billingRun/events.ts';
import { booksEvents } from './books/events.ts';
import { contactEvents } from './contact/events.ts';
import { creditNoteEvents } from './creditNote/events.ts';
import { dealerIdEvents } from './dealerId/events.ts';
import { disputeEvents } from './dispute/events.ts';
import { givenEvents } from './given/events.ts';
import { invoiceEvents } from './invoice/events.ts';
import { invoiceNumberEvents } from './invoiceNumbers/events.ts';
import type { EventsOf } from './kernel/event.ts';
import { logSealEvents } from './logSeal/events.ts';
import { lookEvents } from './look/events.ts';
import { migrationEvents } from './migration/events.ts';
import { noteEvents } from './note/events.ts';
import { orderEvents } from './order/events.ts';
import { paymentEvents } from './payment/events.ts';
import { payoutEvents } from './payout/events.ts';
import { receiptEvents } from './receipt/events.ts';
import { siteEvents } from './site/events.ts';
import { taxEvents } from './tax/events.ts';
import { userEvents } from './user/events.ts';
import { usernameEvents } from './username/events.ts';

/** Every event of the portal, by type: the registry the codec, the projections and the event catalogue share. */
export const portalEvents = {
  ...userEvents,
  ...accountEvents,
  ...siteEvents,
  ...migrationEvents,
  ...orderEvents,
  ...paymentEvents,
  ...invoiceEvents,
  ...receiptEvents,
  ...payoutEvents,
  ...bankEvents,
  ...invoiceNumberEvents,
  ...creditNoteEvents,
  ...billingRunEvents,
  ...booksEvents,
  ...usernameEvents,
  ...dealerIdEvents,
  ...contactEvents,
  ...disputeEvents,
  ...noteEvents,
  ...approvalEvents,
  ...givenEvents,
  ...lookEvents,
  ...logSealEvents,
  ...taxEvents,
};

export type PortalEvent = EventsOf<typeof portalEvents>;
export type PortalEventType = PortalEvent['type'];
