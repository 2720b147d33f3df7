import type { Process } from '../kernel/process.ts';
import { makeRecipientOfFirstUserWhoJoins } from '../modules/companies/makeRecipientOfFirstUserWhoJoins.ts';
import { openAccountOnDealerRegistered } from '../modules/companies/openAccountOnDealerRegistered.ts';
import { passOnWhatAUserLeaves } from '../modules/companies/passOnWhatAUserLeaves.ts';
import { recordRefundOnInvoice } from '../modules/invoices/recordRefundOnInvoice.ts';
import { releaseWhatAnInvoiceDidNotTake } from '../modules/invoices/releaseUnusedAdjustments.ts';
import { releaseWhatAVoidedInvoiceTook } from '../modules/invoices/releaseVoidedInvoice.ts';
import { makeSiteOfApprovedMigration } from '../modules/migrations/makeSiteOfApprovedMigration.ts';
import { payWhatAPaymentIsFor } from '../modules/orders/allocatePayment.ts';
import { makeWhatAPaidOrderAsksFor } from '../modules/orders/fulfilPaidOrder.ts';
import { rejectOrderOfDeletedRequest } from '../modules/orders/rejectOrderOfDeletedRequest.ts';
import { endWhatAFailedPaymentWasFor } from '../modules/orders/releaseFailedPayment.ts';
import { takeBackWhatWasRejected } from '../modules/orders/takeBackWhatWasRejected.ts';
import { askCardProviderForInvoiceRefund } from '../modules/payments/askCardProviderForInvoiceRefund.ts';
import { showDealerIdOnUserApproved } from '../modules/users/showDealerIdOnUserApproved.ts';

/** Every process of the portal. */
export const processes: readonly Process[] = [
  openAccountOnDealerRegistered,
  showDealerIdOnUserApproved,
  passOnWhatAUserLeaves,
  makeRecipientOfFirstUserWhoJoins,
  payWhatAPaymentIsFor,
  endWhatAFailedPaymentWasFor,
  makeWhatAPaidOrderAsksFor,
  makeSiteOfApprovedMigration,
  rejectOrderOfDeletedRequest,
  takeBackWhatWasRejected,
  releaseWhatAVoidedInvoiceTook,
  releaseWhatAnInvoiceDidNotTake,
  askCardProviderForInvoiceRefund,
  recordRefundOnInvoice,
];
