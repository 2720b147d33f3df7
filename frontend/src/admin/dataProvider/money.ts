import {
  type BankMappingInput,
  type BankPreview,
  type BillingPreview,
  type CorrectionInput,
  type CorrectionPreview,
  type ImportedBankFile,
  type InvoiceReplay,
  type Payment,
  paths,
  type ReminderPreview,
} from '@portal/contract';
import { type CommandMeta, get, post, postFile } from './command.ts';
import { askAbout } from './many.ts';

/** The change of a hypothetical replay: one event left out, or moved to another day. */
export type WhatIf = { readonly without: string } | { readonly moved: string; readonly to: string };

/** A command on a record; the body is that of the command's schema in the contract. */
const onRecord = (pathOf: (id: string) => string) => (id: string, body: object, meta?: CommandMeta) =>
  post(pathOf(id), body, meta);

const inQuery = (mapping: BankMappingInput) => ({ mapping: JSON.stringify(mapping) });

/** Commands and reads about invoices, orders, payments, questions and billing runs. */
export const money = {
  linkInvoiceSite: (body: object) => post(paths.admin.updateInvoiceSite, body),
  recordInvoicePayment: onRecord(paths.admin.recordInvoicePayment),
  reverseInvoicePayment: onRecord(paths.admin.reverseInvoicePayment),
  /** @param id the company's */
  recordReceipt: onRecord(paths.admin.recordReceipt),
  reverseReceipt: onRecord(paths.admin.reverseReceipt),
  /** @param id the company's */
  payOutCredit: onRecord(paths.admin.payOutCredit),
  reversePayout: onRecord(paths.admin.reversePayout),
  /** Reads a bank's file; null: by the mapping that is kept or proposed for its header. */
  previewBankFile: (file: File, mapping: BankMappingInput | null) =>
    postFile<BankPreview>(paths.admin.bankFilePreview, file, mapping === null ? {} : inQuery(mapping)),
  importBankFile: (file: File, mapping: BankMappingInput) =>
    postFile<ImportedBankFile>(paths.admin.bankFiles, file, inQuery(mapping)),
  matchBankLine: onRecord(paths.admin.matchBankLine),
  setBankLineAside: onRecord(paths.admin.setBankLineAside),
  takeBankLineBack: onRecord(paths.admin.takeBankLineBack),
  moveAllocation: onRecord(paths.admin.moveAllocation),
  creditInvoice: onRecord(paths.admin.creditInvoice),
  refundInvoice: onRecord(paths.admin.refundInvoice),
  writeOffInvoice: onRecord(paths.admin.writeOffInvoice),
  takeWriteOffBack: onRecord(paths.admin.takeWriteOffBack),
  sendReminder: (id: string) => post(paths.admin.sendReminder(id), {}),
  /** How many mails reminders of these invoices would be, and which would be refused; nothing is sent. */
  previewReminders: (all: readonly string[]) =>
    askAbout(all, (ids) => post<readonly ReminderPreview[]>(paths.admin.previewReminders, { ids })),
  voidInvoice: onRecord(paths.admin.voidInvoice),
  correctInvoice: onRecord(paths.admin.correctInvoice),
  reissueInvoice: onRecord(paths.admin.reissueInvoice),
  /** The invoice's lines before and after these corrections; nothing is recorded. */
  previewCorrection: (id: string, corrections: readonly CorrectionInput[]) =>
    post<CorrectionPreview>(paths.admin.previewCorrection(id), { corrections }),
  replayInvoice: (id: string, whatIf: WhatIf | null) =>
    get<InvoiceReplay>(paths.admin.invoiceReplay(id), { ...whatIf }),

  refundOrder: onRecord(paths.admin.refundOrder),

  moveRefund: onRecord(paths.admin.moveRefund),
  retryRefund: (paymentId: string, refundId: string, meta?: CommandMeta) =>
    post<Payment>(paths.admin.retryRefund(paymentId), { refund_id: refundId }, meta),
  endPayment: (id: string, meta?: CommandMeta) => post<Payment>(paths.admin.endPayment(id), {}, meta),

  replyToDispute: onRecord(paths.admin.disputeReplies),
  closeDispute: onRecord(paths.admin.closeDispute),

  approveRequest: (id: string) => post(paths.admin.approveRequest(id), {}),
  declineRequest: (id: string, reason = '') => post(paths.admin.declineRequest(id), { reason }),
  withdrawRequest: (id: string) => post(paths.admin.withdrawRequest(id), {}),

  /** @param id the company's */
  promisePayment: onRecord(paths.admin.promises),

  addCharge: onRecord(paths.admin.charges),
  cancelCharge: onRecord(paths.admin.cancelCharge),

  setTaxRate: (body: object, meta?: CommandMeta) => post(paths.admin.taxRates, body, meta),
  /** @param id the company's */
  exemptFromTax: onRecord(paths.admin.taxExemption),
  endTaxExemption: onRecord(paths.admin.endTaxExemption),

  runBilling: (body: object, meta?: CommandMeta) => post(paths.admin.runBilling, body, meta),
  /** @param period the month, `2026-12` */
  billingPreview: (period: string) => get<BillingPreview>(paths.admin.billingPreview, { period }),
};
