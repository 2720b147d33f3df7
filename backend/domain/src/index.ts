export * from './account/account.ts';
export * from './account/cardEvents.ts';
export * from './account/cards.ts';
export * from './account/chargeEvents.ts';
export * from './account/commands.ts';
export * from './account/erasure.ts';
export * from './account/events.ts';
export * from './account/oneOffCharges.ts';
export * from './billing/accountFacts.ts';
export * from './billing/adjustments.ts';
export * from './billing/charges.ts';
export * from './billing/periods.ts';
export * from './billing/priceInvoice.ts';
export * from './billing/rateFacts.ts';
export * from './billing/recurring.ts';
export * from './billing/siteFacts.ts';
export * from './billingRun/billingRun.ts';
export * from './billingRun/events.ts';
export * from './contact/contact.ts';
export * from './contact/events.ts';
export * from './creditNote/creditNote.ts';
export * from './creditNote/events.ts';
export * from './dealerId/dealerId.ts';
export * from './dealerId/events.ts';
export * from './dispute/dispute.ts';
export * from './dispute/events.ts';
export * from './events.ts';
export * from './invoice/allocating.ts';
export * from './invoice/carrying.ts';
export * from './invoice/commands.ts';
export * from './invoice/correctInvoice.ts';
export * from './invoice/correcting.ts';
export * from './invoice/disputes.ts';
export * from './invoice/events.ts';
export * from './invoice/invoice.ts';
export * from './invoice/moving.ts';
export * from './invoice/parts.ts';
export * from './invoice/paying.ts';
export { payoutRefundId } from './invoice/payingOut.ts';
export * from './invoice/settlement.ts';
export * from './invoice/state.ts';
export * from './invoice/writingOff.ts';
export * from './invoiceNumbers/events.ts';
export * from './invoiceNumbers/invoiceNumbers.ts';
export * from './journal/accounts.ts';
export { type BookedInvoice, creditGivers } from './journal/invoices.ts';
export * from './journal/journal.ts';
export * from './kernel/changes.ts';
export * from './kernel/decider.ts';
export * from './kernel/event.ts';
export * from './kernel/metadata.ts';
export * from './kernel/personal.ts';
export * from './kernel/stream.ts';
export * from './logSeal/events.ts';
export * from './logSeal/logSeal.ts';
export * from './migration/commands.ts';
export * from './migration/events.ts';
export * from './migration/migration.ts';
export * from './migration/siteFromMigration.ts';
export * from './order/commands.ts';
export * from './order/events.ts';
export * from './order/number.ts';
export * from './order/order.ts';
export * from './order/requests.ts';
export * from './order/state.ts';
export * from './payment/commands.ts';
export * from './payment/disputes.ts';
export * from './payment/events.ts';
export * from './payment/payment.ts';
export {
  DISPUTED,
  isMadeAtProvider,
  isOfProviderRefund,
  leftOfShareCents,
  refundableCents,
  retryOf,
  splitOverShares,
  unclaimedCents,
} from './payment/refunds.ts';
export * from './payment/state.ts';
export * from './payout/events.ts';
export * from './payout/payout.ts';
export * from './rates/datedRates.ts';
export * from './rates/facts.ts';
export * from './rates/notice.ts';
export * from './rates/rateFor.ts';
export * from './receipt/events.ts';
export * from './receipt/receipt.ts';
export * from './records.ts';
export * from './site/commands.ts';
export * from './site/details.ts';
export * from './site/events.ts';
export * from './site/site.ts';
export * from './site/state.ts';
export * from './user/events.ts';
export * from './user/user.ts';
export * from './username/events.ts';
export * from './username/username.ts';
