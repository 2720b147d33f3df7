import type { Correction } from '@portal/contract';
import {
  accountDecider,
  accountStream,
  BusinessRefusal,
  type CorrectionChange,
  type InvoiceCommand,
  invoiceDecider,
  invoiceStream,
  type NamedCorrection,
} from '@portal/domain';
import { centsFromDollars, compareDays, type Day, formatDollars } from '@portal/domain/values';
import type { CausalChain } from '../../kernel/causalChain.ts';
import { type CommandContext, deriveId } from '../../kernel/commandContext.ts';
import type { CommandPorts } from '../../kernel/commandPorts.ts';
import type { Payments } from '../payments/module.ts';
import { presentSite } from '../sites/module.ts';
import { presentInvoice } from './payInvoices.ts';

async function decide(
  ports: CommandPorts,
  invoiceId: string,
  command: InvoiceCommand,
  context: CommandContext,
  reason?: string,
): Promise<CausalChain> {
  const { accountId } = await presentInvoice(ports, invoiceId);
  const { appended } = await ports.execute({
    stream: invoiceStream(invoiceId),
    decider: invoiceDecider,
    command,
    context,
    accounts: [accountId],
    reason,
  });
  return ports.followUp(appended);
}

/** A refund; `method` if not to the card. `amount`: dollars. */
interface RefundInput {
  readonly amount: string;
  readonly reason?: string | undefined;
  readonly method?: 'check' | 'ach' | undefined;
  readonly refunded_on?: Day | undefined;
  readonly reference?: string | undefined;
}

/**
 * RefundInvoice (rule B26): back to the card that paid, which the provider is asked for and answers later; or, with
 * a method, a check or bank transfer that an administrator records.
 * @throws BusinessRefusal not_found; conflict where it is not paid; unprocessable for an amount that can't be
 */
export async function refundInvoice(
  ports: CommandPorts,
  invoiceId: string,
  { amount, reason, method, refunded_on, reference }: RefundInput,
  context: CommandContext,
  refundId = deriveId(context, 'refund'),
): Promise<CausalChain> {
  const amountCents = centsFromDollars(amount);
  const today = ports.billingDay(context.time);
  const given = { refundId, amountCents, reason: reason ?? null };
  if (method === undefined) {
    return decide(ports, invoiceId, { type: 'RequestInvoiceRefund', ...given }, context, reason);
  }
  const refundedOn = refunded_on ?? today;
  if (compareDays(refundedOn, today) > 0) {
    throw new BusinessRefusal('unprocessable', "The refund date can't be in the future", 'refunded_on');
  }
  const command = {
    type: 'RecordInvoiceRefund',
    ...given,
    method,
    refundedOn,
    reference: reference ?? null,
  } as const;
  return decide(ports, invoiceId, command, context, reason);
}

/** CreditInvoice (rule B26): part of what was paid lowers the next invoices. `amount`: dollars. */
export function creditInvoice(
  ports: CommandPorts,
  invoiceId: string,
  { amount, reason }: { readonly amount: string; readonly reason?: string | undefined },
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

/**
 * RecordInvoicePayment: a check or bank transfer as an administrator received it (docs/adr/0022). Less than is open
 * leaves the invoice open, more becomes account credit. A card form that a dealer left open is closed first, so that it
 * takes no money beside it.
 * @param payment.amount dollars; what is open where it is left out
 * @throws BusinessRefusal not_found; conflict where it is paid, canceled, carried or being paid; unprocessable
 */
export async function recordInvoicePayment(
  ports: CommandPorts,
  payments: Pick<Payments, 'withdraw'>,
  invoiceId: string,
  payment: {
    readonly amount?: string | undefined;
    readonly method: 'check' | 'ach';
    readonly paid_on: Day;
    readonly reference: string;
    readonly reason?: string | undefined;
  },
  context: CommandContext,
): Promise<CausalChain> {
  const { amount, method, paid_on: paidOn, reference, reason } = payment;
  const { accountId } = await presentInvoice(ports, invoiceId);
  const account = await ports.load(accountStream(accountId), accountDecider);
  const command = {
    type: 'RecordInvoicePayment',
    recordId: deriveId(context, 'recorded payment'),
    amountCents: amount === undefined ? null : centsFromDollars(amount),
    method,
    paidOn,
    reference,
    reason: reason ?? null,
    isDemo: account.status !== 'none' && account.isDemo,
    today: ports.billingDay(context.time),
  } as const;
  return decideWithoutForm(ports, payments, invoiceId, command, context, reason);
}

/**
 * ReverseInvoicePayment: a recorded payment does not count any more, because the check bounced or was recorded by
 * mistake; the invoice is open again (docs/adr/0022).
 * @throws BusinessRefusal not_found; conflict for a payment by card, or credit of a void invoice that is used;
 *   unprocessable without a reason
 */
export function reverseInvoicePayment(
  ports: CommandPorts,
  payments: Pick<Payments, 'withdraw'>,
  invoiceId: string,
  { payment_id: recordId, reason }: { readonly payment_id: string; readonly reason: string },
  context: CommandContext,
): Promise<CausalChain> {
  const today = ports.billingDay(context.time);
  const command = { type: 'ReverseInvoicePayment', recordId, reason, today } as const;
  return decideWithoutForm(ports, payments, invoiceId, command, context, reason);
}

/** Closes a card form that a dealer left open first: it would take another amount than is open afterwards. */
async function decideWithoutForm(
  ports: CommandPorts,
  payments: Pick<Payments, 'withdraw'>,
  invoiceId: string,
  command: InvoiceCommand,
  context: CommandContext,
  reason?: string,
): Promise<CausalChain> {
  const invoice = await presentInvoice(ports, invoiceId);
  if (invoice.openAttempt !== null) {
    // what can't be done closes no form
    invoiceDecider.decide(command, { ...invoice, openAttempt: null });
    await payments.withdraw([{ kind: 'invoice', id: invoiceId }], invoice.accountId, context);
  }
  return decide(ports, invoiceId, command, context, reason);
}

/**
 * LinkInvoiceToSite (rule B28): the items without a site, else the first one.
 * @throws BusinessRefusal 'Invoice not found', 'Site not found' (not_found); a site of another company (unprocessable)
 */
export async function linkInvoiceToSite(
  ports: CommandPorts,
  { invoiceId, siteId }: { readonly invoiceId: string; readonly siteId: string },
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
      return change.billed ? 'Site added' : 'Site taken off';
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
