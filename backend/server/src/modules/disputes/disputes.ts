import {
  BusinessRefusal,
  type CloseDispute,
  type DisputeCommand,
  type DisputeOutcome,
  disputeDecider,
  disputeIdFor,
  disputeStream,
  type KnownDispute,
  type NamedCorrection,
  partsOfInvoiceId,
} from '@portal/domain';
import { centsFromDollars, formatDollars } from '@portal/domain/values';
import { type CausalChain, NOTHING_APPENDED } from '../../kernel/causalChain.ts';
import { type CommandContext, deriveId } from '../../kernel/commandContext.ts';
import type { CommandPorts } from '../../kernel/commandPorts.ts';
import { creditInvoice, presentInvoice, refundInvoice } from '../invoices/module.ts';

const invoiceNotFound = () => new BusinessRefusal('not_found', 'Invoice not found');
const disputeNotFound = () => new BusinessRefusal('not_found', 'Question not found');

/** A dealer, who sees its own company's alone. */
export interface Asker {
  readonly userId: string;
  readonly accountId: string | null;
}

/**
 * OpenDispute: a dealer questions a charge of an invoice of its own company. Adjustments are no charges.
 * @param line index of the line, from 0
 * @throws BusinessRefusal not_found for another's invoice; unprocessable for no such line; conflict while one is open
 */
export async function openDispute(
  ports: CommandPorts,
  invoiceId: string,
  { line, question }: { readonly line: number; readonly question: string },
  { userId, accountId }: Asker,
  context: CommandContext,
): Promise<{ readonly disputeId: string; readonly chain: CausalChain }> {
  const invoice = await presentInvoice(ports, invoiceId);
  if (invoice.accountId !== accountId) throw invoiceNotFound();
  const charge = invoice.lines[line];
  if (charge === undefined) {
    throw new BusinessRefusal('unprocessable', 'Please choose a charge', 'line');
  }
  const disputeId = disputeIdFor(invoiceId, line);
  const chain = await decide(ports, disputeId, accountId, context, {
    type: 'OpenDispute',
    disputeId,
    accountId,
    invoiceId,
    invoiceNumber: invoice.invoiceNumber,
    userId,
    line,
    lineName: charge.name,
    siteId: invoice.lineSites[line] ?? null,
    amountCents: charge.amountCents,
    question,
  });
  return { disputeId, chain };
}

/** ReplyToDispute, by either side. `asker` null: an administrator. */
export async function replyToDispute(
  ports: CommandPorts,
  disputeId: string,
  { text, userId }: { readonly text: string; readonly userId: string },
  asker: Asker | null,
  context: CommandContext,
): Promise<CausalChain> {
  const { accountId } = await presentDispute(ports, disputeId, asker);
  const by = asker === null ? 'admin' : 'dealer';
  return decide(ports, disputeId, accountId, context, { type: 'ReplyToDispute', userId, by, text });
}

/** CloseDispute by the dealer, who takes the question back. */
export async function withdrawDispute(
  ports: CommandPorts,
  disputeId: string,
  asker: Asker,
  context: CommandContext,
): Promise<CausalChain> {
  const { accountId } = await presentDispute(ports, disputeId, asker);
  return decide(ports, disputeId, accountId, context, {
    type: 'CloseDispute',
    userId: asker.userId,
    outcome: 'withdrawn',
    explanation: '',
    reissuedAs: null,
    amountCents: 0,
  });
}

/** How an administrator settles it. `amount`: dollars, for a refund or credit without corrections. */
export interface Settlement {
  readonly outcome: Exclude<DisputeOutcome, 'withdrawn'>;
  readonly explanation: string;
  readonly corrections?: readonly NamedCorrection[] | undefined;
  readonly amount?: string | undefined;
  readonly method?: 'check' | 'ach' | undefined;
  readonly reference?: string | undefined;
}

export interface InvoiceCorrecting {
  /**
   * Voids and reissues the invoice.
   * @returns the new id and what was appended
   */
  reissue(
    invoiceId: string,
    input: { readonly corrections: readonly NamedCorrection[]; readonly reason: string },
    context: CommandContext,
  ): Promise<{ readonly invoiceId: string; readonly chain: CausalChain }>;
  /** Gives back what corrections lower a paid one by; answers the cents and what was appended. */
  giveBack(
    invoiceId: string,
    input: {
      readonly corrections: readonly NamedCorrection[];
      readonly as: 'refund' | 'credit';
      readonly id: string;
      readonly reason: string;
      readonly method?: 'check' | 'ach' | undefined;
      readonly reference?: string | undefined;
    },
    context: CommandContext,
  ): Promise<{ readonly backCents: number; readonly chain: CausalChain }>;
}

/**
 * CloseDispute by an administrator. What the outcome promises is done first: a reissue under a new number with what is
 * corrected, a refund or a credit of a paid invoice, of an amount or of what the corrections lower it by; each takes place once, also when the command is tried again or two
 * administrators settle it at the same moment.
 * @throws BusinessRefusal not_found; conflict where it is closed, or the invoice is not in a state for it; unprocessable
 */
export async function closeDispute(
  ports: CommandPorts,
  correcting: InvoiceCorrecting,
  disputeId: string,
  settlement: Settlement,
  userId: string,
  context: CommandContext,
): Promise<readonly CausalChain[]> {
  const dispute = await presentDispute(ports, disputeId, null);
  const { outcome, explanation, corrections = [] } = settlement;
  const givesBack = outcome === 'refunded' || outcome === 'credited';
  const amount = settlement.amount === undefined || settlement.amount === '' ? '0' : settlement.amount;
  const amountCents = centsFromDollars(amount);
  const byCorrections = givesBack && corrections.length > 0;
  if (byCorrections && amountCents > 0) {
    throw new BusinessRefusal('unprocessable', 'The corrections say how much goes back', 'amount');
  }
  const command = {
    type: 'CloseDispute',
    userId,
    outcome,
    explanation,
    amountCents,
    reissuedAs: null,
  } as const;
  // no money moves for a question that can't be closed like this
  disputeDecider.decide(
    {
      ...command,
      // what the corrections come to is known once they are recorded
      amountCents: byCorrections ? 1 : amountCents,
      reissuedAs: outcome === 'reissued' ? dispute.invoiceId : null,
    },
    dispute,
  );
  // settled alike before: its money has moved
  if (dispute.status === 'closed') return [];

  const { invoiceId } = dispute;
  const { method, reference } = settlement;
  let done: CausalChain = NOTHING_APPENDED;
  let settled: Pick<CloseDispute, 'amountCents' | 'reissuedAs'> = command;
  if (givesBack) {
    const id = settlementId(dispute);
    const settling = { ...context, id };
    const reason = explanation;
    const as = outcome === 'refunded' ? 'refund' : 'credit';
    if (byCorrections) {
      const input = { corrections, as, id, reason, method, reference } as const;
      const back = await correcting.giveBack(invoiceId, input, settling);
      [done, settled] = [back.chain, { ...settled, amountCents: back.backCents }];
    } else if (as === 'refund') {
      done = await refundInvoice(ports, invoiceId, { amount, reason, method, reference }, settling, id);
    } else {
      done = await creditInvoice(ports, invoiceId, { amount, reason }, settling, id);
    }
    await refuseOtherSettlement(ports, invoiceId, id, { outcome, amountCents: settled.amountCents });
  }
  if (outcome === 'reissued') {
    const anew = await correcting.reissue(invoiceId, { corrections, reason: explanation }, context);
    [done, settled] = [anew.chain, { ...settled, reissuedAs: anew.invoiceId }];
  }
  const { amountCents: settledCents, reissuedAs } = settled;
  const closed = await decide(ports, disputeId, dispute.accountId, context, {
    ...command,
    amountCents: settledCents,
    reissuedAs,
  });
  return [done, closed];
}

/** Derived id of the settlement, so that a retry moves money only once. */
function settlementId({ disputeId, invoiceId, timesClosed }: KnownDispute): string {
  const time = `${partsOfInvoiceId(invoiceId)?.period ?? '2000-01'}-01T00:00:00.000Z`;
  return deriveId({ id: `dispute/${disputeId}`, time }, `settlement ${timesClosed}`);
}

/** @throws BusinessRefusal conflict where the question was settled otherwise in the same moment, or before it broke off */
async function refuseOtherSettlement(
  ports: CommandPorts,
  invoiceId: string,
  id: string,
  { outcome, amountCents }: { readonly outcome: DisputeOutcome; readonly amountCents: number },
): Promise<void> {
  const { refunds, credits } = await presentInvoice(ports, invoiceId);
  const refund = refunds.find(({ refundId }) => refundId === id);
  const credit = credits.find(({ creditId }) => creditId === id);
  const settled = outcome === 'refunded' ? refund : credit;
  if (settled?.amountCents === amountCents) return;
  const [how, given] = refund === undefined ? ['credited', credit] : ['refunded', refund];
  throw new BusinessRefusal(
    'conflict',
    `${formatDollars(given?.amountCents ?? 0)} of this question was ${how} already. Please close it with that.`,
  );
}

/** The dispute where it was ever opened and is the asker's own company's. */
async function presentDispute(
  ports: CommandPorts,
  disputeId: string,
  asker: Asker | null,
): Promise<KnownDispute> {
  const dispute = await ports.load(streamOf(disputeId), disputeDecider);
  if (dispute.status === 'none') throw disputeNotFound();
  if (asker !== null && asker.accountId !== dispute.accountId) throw disputeNotFound();
  return dispute;
}

function streamOf(disputeId: string): string {
  try {
    return disputeStream(disputeId);
  } catch (error) {
    if (error instanceof RangeError) throw disputeNotFound();
    throw error;
  }
}

async function decide(
  ports: CommandPorts,
  disputeId: string,
  accountId: string,
  context: CommandContext,
  command: DisputeCommand,
): Promise<CausalChain> {
  const { appended } = await ports.execute({
    stream: streamOf(disputeId),
    decider: disputeDecider,
    command,
    context,
    accounts: [accountId],
  });
  return ports.followUp(appended);
}
