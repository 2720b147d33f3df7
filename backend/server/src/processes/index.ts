import { askCardProviderForInvoiceRefund } from './askCardProviderForInvoiceRefund.ts';
import { endWhatAFailedPaymentWasFor } from './endWhatAFailedPaymentWasFor.ts';
import { makeRecipientOfFirstUserWhoJoins } from './makeRecipientOfFirstUserWhoJoins.ts';
import { makeSiteOfApprovedMigration } from './makeSiteOfApprovedMigration.ts';
import { makeWhatAPaidOrderAsksFor } from './makeWhatAPaidOrderAsksFor.ts';
import { openAccountOnDealerRegistered } from './openAccountOnDealerRegistered.ts';
import { passOnWhatAUserLeaves } from './passOnWhatAUserLeaves.ts';
import { payWhatAPaymentIsFor } from './payWhatAPaymentIsFor.ts';
import type { Process } from './process.ts';
import { recordRefundOnInvoice } from './recordRefundOnInvoice.ts';
import { rejectOrderOfDeletedRequest } from './rejectOrderOfDeletedRequest.ts';
import { releaseWhatAnInvoiceDidNotTake } from './releaseWhatAnInvoiceDidNotTake.ts';
import { releaseWhatAVoidedInvoiceTook } from './releaseWhatAVoidedInvoiceTook.ts';
import { showDealerIdOnUserApproved } from './showDealerIdOnUserApproved.ts';
import { takeBackWhatWasRejected } from './takeBackWhatWasRejected.ts';

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
