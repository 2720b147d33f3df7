import {
  BusinessRefusal,
  type InvoiceCommand,
  type InvoiceCorrection,
  type InvoicePricing,
  type InvoiceState,
  type IssuedInvoice,
  invoiceDecider,
  invoiceIdFor,
  invoiceStream,
  type NamedCorrection,
  partsOfInvoiceId,
} from '@portal/domain';
import { laterDay } from '@portal/domain/values';
import { type CausalChain, NOTHING_APPENDED } from '../../kernel/causalChain.ts';
import type { CommandContext } from '../../kernel/commandContext.ts';
import type { CommandPorts } from '../../kernel/commandPorts.ts';
import { correctableInvoice, reissuedFrom } from './correctedInvoice.ts';
import { pricedNow } from './cut.ts';
import { issueInvoices, present } from './issueInvoices.ts';
import { billable, priceOne } from './issueOne.ts';
import type { BillingPorts } from './ports.ts';

/**
 * VoidInvoice: shown Canceled from now on; what it took over from earlier invoices goes back to them. A card form that a
 * dealer left open is closed first, so that it takes no money for what is canceled.
 * @throws BusinessRefusal not_found; conflict where it is paid (rule B26), being paid or carried
 */
export async function voidInvoice(
  { commands, payments }: Pick<BillingPorts, 'commands' | 'payments'>,
  invoiceId: string,
  context: CommandContext,
  reason?: string,
): Promise<CausalChain> {
  const command = { type: 'VoidInvoice', reason: reason ?? null } as const;
  const invoice = await presentInvoice(commands, invoiceId);
  const { accountId } = invoice;
  await closeForm({ payments }, invoice, command, context);
  const { appended } = await commands.execute({
    stream: invoiceStream(invoiceId),
    decider: invoiceDecider,
    command,
    context,
    accounts: [accountId],
    reason,
  });
  return commands.followUp(appended);
}

/** Closes a card form that was left open, unless the command would be refused without it. */
async function closeForm(
  { payments }: Pick<BillingPorts, 'payments'>,
  invoice: IssuedInvoice,
  command: InvoiceCommand,
  context: CommandContext,
): Promise<void> {
  if (invoice.openAttempt === null) return;
  const { invoiceId, accountId } = invoice;
  invoiceDecider.decide(command, { ...invoice, openAttempt: null });
  await payments.withdraw([{ kind: 'invoice', id: invoiceId }], accountId, context);
}

export interface ReissueInput {
  readonly corrections?: readonly NamedCorrection[] | undefined;
  /** Why in general; by default the corrections' own reasons. */
  readonly reason?: string | undefined;
}

/**
 * Voids an open invoice and issues it again under a new number, from the state at its own cut-off and the corrections
 * that are named; nothing that came after the cut-off has a part in it. Dated today, so that the dealer has the full term.
 * Corrections made on the invoices before it go on. One that was voided before may be issued again as
 * it was; one that was reissued already answers its newest issue where that stands.
 * @throws BusinessRefusal not_found; conflict where it is paid, being paid or carried, or was reissued with other
 * corrections; unprocessable where there is nothing to correct, or nothing left to bill: then void it alone
 */
export async function reissueInvoice(
  ports: BillingPorts,
  invoiceId: string,
  { corrections = [], reason }: ReissueInput,
  context: CommandContext,
): Promise<{ readonly invoiceId: string; readonly chain: CausalChain }> {
  const { commands } = ports;
  const before = await presentInvoice(commands, invoiceId);
  const { period, accountId } = before;
  const next = await nextIssue(commands, invoiceId);
  if (next !== null) return alreadyReissued(next, corrections);

  const { charges, cut, isReissuable } = await correctableInvoice(ports, before);
  // refused before the invoice is voided, not after
  if (!isReissuable) billable(null, period);
  const command = {
    type: 'CorrectInvoice',
    corrections,
    charges,
    settlement: null,
    reason: reason ?? null,
  } as const;
  await closeForm(ports, before, command, context);
  const { appended } = await commands.execute({
    stream: invoiceStream(invoiceId),
    decider: invoiceDecider,
    command,
    context,
    accounts: [accountId],
    reason,
  });
  await commands.followUp(appended);

  const nextId = nextIssueIdOf(invoiceId);
  const corrected = await reissuedFrom(ports.readStream, invoiceId);
  const priceAt = async ({ seq }: Pick<InvoicePricing, 'seq'>) =>
    billable(await priceOne(ports, period, cut, { accountId, invoiceId: nextId, corrected }, seq), period);
  const invoice = {
    ...(await priceAt({ seq: await pricedNow(ports) })),
    priceAt,
    invoiceDate: laterDay(before.invoiceDate, commands.billingDay(context.time)),
    replaces: { invoiceId, status: 'voided' },
  };
  const [issued] = await issueInvoices(ports, period, [invoice], context, reason);
  if (issued !== undefined && issued.invoice.madeWith?.length !== corrected.corrections.length) {
    // by somebody else in the same moment, with other corrections
    throw reissuedAs(issued.invoice);
  }
  return { invoiceId: nextId, chain: await commands.followUp(issued?.appended ?? []) };
}

/** The invoice that was issued in the place of a voided one; null while there is none. */
export async function nextIssue(
  { load }: Pick<CommandPorts, 'load'>,
  invoiceId: string,
): Promise<IssuedInvoice | null> {
  const next = await load(invoiceStream(nextIssueIdOf(invoiceId)), invoiceDecider);
  return next.status === 'none' ? null : next;
}

/** @throws BusinessRefusal conflict where it was made without a correction that is named now, or is voided again */
function alreadyReissued(next: IssuedInvoice, corrections: readonly NamedCorrection[]) {
  const { status, invoiceId } = next;
  const made = next.madeWith ?? [];
  const isIn = (named: NamedCorrection) => made.some((correction) => isThe(correction, named));
  if (status !== 'voided' && corrections.every(isIn)) return { invoiceId, chain: NOTHING_APPENDED };
  throw reissuedAs(next);
}

/** Said about an invoice whose place another one has. */
export const reissuedAs = ({ invoiceNumber }: IssuedInvoice) =>
  new BusinessRefusal(
    'conflict',
    `This invoice was reissued as ${invoiceNumber}. Please correct and reissue that one.`,
  );

function isThe({ name, change, reason }: InvoiceCorrection, named: NamedCorrection): boolean {
  if (reason !== named.reason.trim()) return false;
  switch (named.kind) {
    case 'line':
      return change.kind === 'line' && name === named.name && change.amountCents === named.amountCents;
    case 'readers':
      return change.kind === 'readers' && change.siteId === named.siteId && change.readers === named.readers;
    case 'rate':
      return change.kind === 'rate' && change.siteId === named.siteId && change.rateCents === named.rateCents;
    case 'billed':
      return change.kind === 'billed' && change.siteId === named.siteId && change.billed === named.billed;
  }
}

/** The id of the invoice that takes the place of this one. @throws BusinessRefusal not_found for a text that names none */
export function nextIssueIdOf(invoiceId: string): string {
  const parts = partsOfInvoiceId(invoiceId);
  if (parts === null) throw new BusinessRefusal('not_found', 'Invoice not found');
  return invoiceIdFor({ ...parts, issue: parts.issue + 1 });
}

/** @throws BusinessRefusal not_found, also for a text that no stream is named by */
export async function presentInvoice({ load }: CommandPorts, invoiceId: string): Promise<IssuedInvoice> {
  const known: InvoiceState =
    partsOfInvoiceId(invoiceId) === null || !/^[\x21-\x7e]+$/.test(invoiceId)
      ? { status: 'none' }
      : await load(invoiceStream(invoiceId), invoiceDecider);
  return present(known);
}
