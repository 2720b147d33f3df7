/**
 * Ids under which stored data knows processes and followers that have other names today. They are part of command ids,
 * actors and checkpoints, so they never change; with another id a process would carry out old events anew. Where a name
 * is missing, its id is the name.
 */
const STORED_IDS: Readonly<Record<string, string>> = {
  allocatePayment: 'payWhatAPaymentIsFor',
  fulfilPaidOrder: 'makeWhatAPaidOrderAsksFor',
  makeFirstUserRecipient: 'makeRecipientOfFirstUserWhoJoins',
  notifications: 'reactions',
  passOnSitesAndInvoices: 'passOnWhatAUserLeaves',
  payByCredit: 'payOpenInvoicesByCredit',
  refundRejectedEntries: 'takeBackWhatWasRejected',
  releaseFailedPayment: 'endWhatAFailedPaymentWasFor',
  releaseUnusedAdjustments: 'releaseWhatAnInvoiceDidNotTake',
  releaseVoidedInvoice: 'releaseWhatAVoidedInvoiceTook',
};
const NAMES = new Map(Object.entries(STORED_IDS).map(([name, id]) => [id, name]));

/** The stored id of a process or follower. */
export const storedIdOf = (name: string): string => STORED_IDS[name] ?? name;

/** The name of a process or follower with this stored id. */
export const nameOfStored = (id: string): string => NAMES.get(id) ?? id;
