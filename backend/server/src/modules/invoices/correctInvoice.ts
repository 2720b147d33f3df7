import type {
  Correction,
  invoiceAmountSchema,
  moveAllocationSchema,
  neededReasonSchema,
  recordPaymentSchema,
  refundInvoiceSchema,
  reversePaymentSchema,
  updateInvoiceSiteSchema,
} from '@portal/contract';
import {
  accountDecider,
  accountStream,
  type CorrectionChange,
  type InvoiceCommand,
  type IssuedInvoice,
  invoiceDecider,
  movableParts,
  type NamedCorrection,
  notFound,
  onInvoice,
  refuseRepeated,
  stillOpenCents,
  unprocessable,
} from '@portal/domain';
import { centsFromDollars, compareDays, type Day, formatDollars } from '@portal/domain/values';
import { invoicesOfAccount, type Queryable } from '@portal/projections';
import type { z } from 'zod';
import type { CausalChain } from '../../kernel/causalChain.ts';
import { type CommandContext, deriveId } from '../../kernel/commandContext.ts';
import type { CommandPorts } from '../../kernel/commandPorts.ts';
import { runCommand } from '../../kernel/runCommand.ts';
import type { Payments } from '../payments/module.ts';
import { presentSite } from '../sites/module.ts';
import { refuseClosedDay } from './closedMonths.ts';
import { presentInvoice } from './payInvoices.ts';

export interface InvoiceCommandPorts {
  readonly commands: CommandPorts;
  /** Closes open card forms. */
  readonly payments: Pick<Payments, 'withdraw'>;
}

/** Executes a command on an invoice. @throws BusinessRefusal not_found; what the decider throws */
async function decide(
  ports: CommandPorts,
  invoiceId: string,
  command: InvoiceCommand,
  context: CommandContext,
  reason?: string,
): Promise<CausalChain> {
  const { accountId } = await presentInvoice(ports, invoiceId);
  return runCommand(ports, { ...onInvoice(invoiceId, accountId), command, context, reason });
}

/**
 * The same, after closing an open card form, which would take an amount that is no longer right. A command that would
 * be refused closes no form.
 */
export async function decideWithoutForm(
  { commands, payments }: InvoiceCommandPorts,
  invoiceId: string,
  command: InvoiceCommand,
  context: CommandContext,
  reason?: string,
): Promise<CausalChain> {
  const invoice = await presentInvoice(commands, invoiceId);
  if (invoice.openAttempt !== null) {
    invoiceDecider.decide(command, { ...invoice, openAttempt: null });
    await payments.withdraw([{ kind: 'invoice', id: invoiceId }], invoice.accountId, context);
  }
  return decide(commands, invoiceId, command, context, reason);
}

type RefundInput = z.output<typeof refundInvoiceSchema>;
/** A refund to the card, or by `method`. */
export type RefundMethod = Pick<RefundInput, 'method' | 'refunded_on' | 'reference'>;

/** @throws BusinessRefusal unprocessable for a future day */
export function refundBy({ method, refunded_on: refundedOn, reference }: RefundMethod, today: Day) {
  if (method === undefined) return { method: 'card' } as const;
  if (refundedOn !== undefined && compareDays(refundedOn, today) > 0) {
    throw unprocessable("The refund date can't be in the future", 'refunded_on');
  }
  return { method, refundedOn: refundedOn ?? today, reference: reference ?? null };
}

/**
 * RefundInvoice (rule B26): to the card, through the provider, or by a check or bank transfer that an administrator
 * records. `amount`: dollars.
 * @throws BusinessRefusal not_found; conflict if it is not paid; unprocessable for an impossible amount, a future day or one
 * in a closed month
 */
export async function refundInvoice(
  ports: CommandPorts,
  invoiceId: string,
  { amount, reason, ...how }: RefundInput,
  context: CommandContext,
  refundId = deriveId(context, 'refund'),
): Promise<CausalChain> {
  const given = { refundId, amountCents: centsFromDollars(amount), reason: reason ?? null };
  const refunded = refundBy(how, ports.billingDay(context.time));
  if (refunded.method !== 'card') await refuseClosedDay(ports, refunded.refundedOn, 'refunded_on');
  const command: InvoiceCommand =
    refunded.method === 'card'
      ? { type: 'RequestInvoiceRefund', ...given }
      : { type: 'RecordInvoiceRefund', ...given, ...refunded };
  return decide(ports, invoiceId, command, context, reason);
}

/** CreditInvoice (rule B26): part of what was paid becomes account credit. `amount`: dollars. */
export function creditInvoice(
  ports: CommandPorts,
  invoiceId: string,
  { amount, reason }: z.output<typeof invoiceAmountSchema>,
  context: CommandContext,
  creditId = deriveId(context, 'credit'),
): Promise<CausalChain> {
  const command = {
    type: 'CreditInvoice',
    creditId,
    amountCents: centsFromDollars(amount),
    reason: reason ?? null,
  } as const;
  return decide(ports, invoiceId, command, context, reason);
}

const recordedPaymentId = (context: CommandContext): string => deriveId(context, 'recorded payment');

/**
 * Asks about a check or ACH with day, amount and reference of one that stands on any invoice of the company (rule B47).
 * @throws BusinessRefusal conflict `recorded_before`
 */
export async function askAboutRepeated(
  db: Queryable,
  accountId: string,
  entered: Parameters<typeof refuseRepeated>[1],
): Promise<void> {
  for (const { invoice_number: invoiceNumber, payments } of await invoicesOfAccount(db, accountId)) {
    refuseRepeated({ invoiceNumber, payments }, entered);
  }
}

/** The same about a payment of one invoice, unless the administrator confirms that it is another one. */
export async function askAboutPayment(
  { commands, db }: { readonly commands: CommandPorts; readonly db: Queryable },
  invoiceId: string,
  { amount, paid_on: paidOn, reference, record_again: confirmed }: z.output<typeof recordPaymentSchema>,
  context: CommandContext,
): Promise<void> {
  if (confirmed === true) return;
  const invoice = await presentInvoice(commands, invoiceId);
  // an earlier try of this command, whose answer was lost, has recorded it
  if (invoice.payments.some(({ id }) => id === recordedPaymentId(context))) return;
  const amountCents = amount === undefined ? stillOpenCents(invoice) : centsFromDollars(amount);
  await askAboutRepeated(db, invoice.accountId, { amountCents, paidOn, reference });
}

/**
 * RecordInvoicePayment: a check or bank transfer that an administrator received (docs/adr/0022). A part payment leaves
 * the invoice open; an excess becomes account credit.
 * @param payment.amount dollars; default: the open amount
 * @throws BusinessRefusal not_found; conflict if paid, canceled, carried or being paid; unprocessable
 */
export async function recordInvoicePayment(
  ports: InvoiceCommandPorts,
  invoiceId: string,
  payment: z.output<typeof recordPaymentSchema>,
  context: CommandContext,
): Promise<CausalChain> {
  const { amount, method, paid_on: paidOn, reference, reason, record_again: again = false } = payment;
  const { commands } = ports;
  const { accountId, payments } = await presentInvoice(commands, invoiceId);
  const recordId = recordedPaymentId(context);
  // an earlier try of this command, whose answer was lost, has recorded it
  if (!payments.some(({ id }) => id === recordId)) await refuseClosedDay(commands, paidOn, 'paidOn');
  const account = await commands.load(accountStream(accountId), accountDecider);
  const command = {
    type: 'RecordInvoicePayment',
    recordId,
    amountCents: amount === undefined ? null : centsFromDollars(amount),
    method,
    paidOn,
    reference,
    reason: reason ?? null,
    isDemo: account.status !== 'none' && account.isDemo,
    today: commands.billingDay(context.time),
    again,
  } as const;
  return decideWithoutForm(ports, invoiceId, command, context, reason);
}

/**
 * ReverseInvoicePayment: a check bounced or was recorded by mistake; the invoice is open again (docs/adr/0022).
 * @throws BusinessRefusal not_found; conflict for a card payment, or if credit of a void invoice was used;
 * unprocessable without a reason
 */
export function reverseInvoicePayment(
  ports: InvoiceCommandPorts,
  invoiceId: string,
  { payment_id: recordId, reason }: z.output<typeof reversePaymentSchema>,
  context: CommandContext,
): Promise<CausalChain> {
  const today = ports.commands.billingDay(context.time);
  const command = { type: 'ReverseInvoicePayment', recordId, reason, today } as const;
  return decideWithoutForm(ports, invoiceId, command, context, reason);
}

/**
 * Writes off what is open of an invoice, or takes that back (rule B38).
 * @throws BusinessRefusal not_found; conflict unless it is open, or written off, or while a payment is being processed or,
 * for a write-off, the bank decides about one; unprocessable without a reason
 */
export const writeOff =
  (type: 'WriteOffInvoice' | 'TakeWriteOffBack') =>
  (
    ports: InvoiceCommandPorts,
    invoiceId: string,
    { reason }: z.output<typeof neededReasonSchema>,
    context: CommandContext,
  ): Promise<CausalChain> => {
    const command = { type, reason, today: ports.commands.billingDay(context.time) } as const;
    return decideWithoutForm(ports, invoiceId, command, context, reason);
  };

/**
 * LinkInvoiceToSite (rule B28): the items without a site, else the first one.
 * @throws BusinessRefusal 'Invoice not found', 'Site not found' (not_found); a site of another company (unprocessable)
 */
export async function linkInvoiceToSite(
  ports: CommandPorts,
  { invoiceId, siteId }: z.output<typeof updateInvoiceSiteSchema>,
  context: CommandContext,
): Promise<CausalChain> {
  await presentInvoice(ports, invoiceId);
  const site = await presentSite(ports, siteId);
  const command = {
    type: 'LinkInvoiceToSite',
    siteId,
    siteName: site.details.siteName,
    siteAccountId: site.accountId,
  } as const;
  return decide(ports, invoiceId, command, context);
}

/** A correction as text, e.g. `Readers corrected from 12 to 10`. */
export function wordsOfCorrection(change: CorrectionChange): string {
  switch (change.kind) {
    case 'readers':
      return `Readers corrected from ${change.was} to ${change.readers}`;
    case 'rate':
      return `Rate corrected from ${formatDollars(change.was)} to ${formatDollars(change.rateCents)}`;
    case 'billed':
      return change.billed ? 'Site added' : 'Site removed';
    case 'line':
      return `Line of ${formatDollars(change.amountCents)} added`;
  }
}

/** A correction of a request as the deciders take it. */
export function namedCorrection(correction: Correction): NamedCorrection {
  const { reason } = correction;
  switch (correction.kind) {
    case 'readers':
      return { kind: 'readers', siteId: correction.site_id, readers: correction.readers, reason };
    case 'rate':
      return { kind: 'rate', siteId: correction.site_id, rateCents: correction.rate, reason };
    case 'billed':
      return { kind: 'billed', siteId: correction.site_id, billed: correction.billed, reason };
    case 'line':
      return { kind: 'line', name: correction.text, amountCents: correction.amount, reason };
  }
}

/**
 * Moves part of a payment, or of credit, that was applied to an invoice to another open invoice of the company and mode
 * (rule B41). `amount`: dollars; `allocation`: of `movable`.
 * @throws BusinessRefusal not_found; conflict while a card may pay one of the two; unprocessable for another company or
 * mode, an invoice that is not open, or more than was applied or is open
 */
export async function moveAllocation(
  ports: CommandPorts,
  invoiceId: string,
  body: z.output<typeof moveAllocationSchema>,
  context: CommandContext,
): Promise<CausalChain> {
  const from = await presentInvoice(ports, invoiceId);
  const to = await presentInvoice(ports, body.to_invoice_id);
  const part = movableParts(from).find(({ id }) => id === body.allocation);
  if (part === undefined) throw notFound('Payment or credit not found');
  const { reason } = body;
  const move = {
    moveId: deriveId(context, 'move'),
    amountCents: centsFromDollars(body.amount),
    to: { ...endOf(to), openCents: to.status === 'open' ? stillOpenCents(to) : 0 },
    reason,
    today: ports.billingDay(context.time),
  };
  if (part.kind === 'payment') {
    const command = { type: 'MoveInvoicePayment', paymentId: part.id, ...move } as const;
    return runCommand(ports, { ...onInvoice(invoiceId, from.accountId), command, context, reason });
  }
  const { creditId, fromInvoiceId, allocationId, amountCents: movableCents } = part;
  const held = { ...endOf(from), allocationId, movableCents };
  const command = { type: 'MoveInvoiceCredit', creditId, from: held, ...move } as const;
  return runCommand(ports, { ...onInvoice(fromInvoiceId, from.accountId), command, context, reason });
}

const endOf = ({ invoiceId, invoiceNumber, accountId, isDemo, openAttempt }: IssuedInvoice) => ({
  invoiceId,
  invoiceNumber,
  accountId,
  isDemo,
  isBeingPaid: openAttempt !== null,
});
