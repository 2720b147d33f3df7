import {
  type CloseDispute,
  conflict,
  type DisputeCommand,
  type DisputeOutcome,
  disputeDecider,
  disputeIdFor,
  disputeStream,
  type KnownDispute,
  type NamedCorrection,
  notFound,
  partsOfInvoiceId,
  unprocessable,
} from '@portal/domain';
import { centsFromDollars, formatDollars } from '@portal/domain/values';
import type { CausalChain } from '../../kernel/causalChain.ts';
import { type CommandContext, deriveId } from '../../kernel/commandContext.ts';
import type { CommandPorts } from '../../kernel/commandPorts.ts';
import { runCommand } from '../../kernel/runCommand.ts';
import {
  type BillingPorts,
  correctPaidInvoice,
  orNewPreview,
  reissueInvoice,
  settlementOf,
} from '../billing/module.ts';
import { creditInvoice, presentInvoice, type RefundMethod, refundInvoice } from '../invoices/module.ts';

/** A dealer. */
export interface Asker {
  readonly userId: string;
  readonly accountId: string | null;
}

/**
 * OpenDispute: a dealer questions a charge of its own company's invoice; adjustments cannot be questioned.
 * @param line index of the line, from 0
 * @throws BusinessRefusal not_found for another company's invoice; unprocessable for an unknown line; conflict while
 * another question about it is open
 */
export async function openDispute(
  ports: CommandPorts,
  invoiceId: string,
  { line, question }: { readonly line: number; readonly question: string },
  { userId, accountId }: Asker,
  context: CommandContext,
): Promise<{ readonly disputeId: string; readonly chain: CausalChain }> {
  const invoice = await presentInvoice(ports, invoiceId);
  if (invoice.accountId !== accountId) throw notFound('Invoice not found');
  const charge = invoice.lines[line];
  if (charge === undefined) {
    throw unprocessable('Please choose a charge', 'line');
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

/** Runs a command on a question. `asker` null: an administrator. @throws BusinessRefusal as {@link presentDispute} */
export async function changeDispute(
  ports: CommandPorts,
  disputeId: string,
  asker: Asker | null,
  command: DisputeCommand,
  context: CommandContext,
): Promise<CausalChain> {
  const { accountId } = await presentDispute(ports, disputeId, asker);
  return decide(ports, disputeId, accountId, context, command);
}

/** How an administrator settles it. `amount`: dollars, for a refund or credit without corrections. */
export interface Settlement extends Omit<RefundMethod, 'refunded_on'> {
  readonly outcome: Exclude<DisputeOutcome, 'withdrawn'>;
  readonly explanation: string;
  readonly corrections?: readonly NamedCorrection[] | undefined;
  /** Number of corrections that the preview showed as made (rule B45). */
  readonly previewed?: number | undefined;
  readonly amount?: string | undefined;
}

/**
 * CloseDispute by an administrator. The outcome is carried out first: a reissue, or a refund or credit of an amount or
 * of what the corrections come to. Each happens once, also when the command is retried or sent concurrently.
 * @throws BusinessRefusal not_found; conflict if it is closed, or the invoice's state does not allow it; unprocessable;
 * HttpProblem 409 with the new preview where others corrected the invoice (rule B45)
 */
export async function closeDispute(
  { commands: ports, billing }: { readonly commands: CommandPorts; readonly billing: BillingPorts },
  disputeId: string,
  settlement: Settlement,
  userId: string,
  context: CommandContext,
): Promise<readonly CausalChain[]> {
  const dispute = await presentDispute(ports, disputeId, null);
  const { invoiceId, accountId } = dispute;
  const { outcome, explanation, corrections = [], previewed, method, reference } = settlement;
  const givesBack = outcome === 'refunded' || outcome === 'credited';
  const amount = settlement.amount === undefined || settlement.amount === '' ? '0' : settlement.amount;
  const amountCents = centsFromDollars(amount);
  const byCorrections = givesBack && corrections.length > 0;
  if (byCorrections && amountCents > 0) {
    throw unprocessable('The corrections say how much goes back', 'amount');
  }
  const closing = (backCents: number, reissuedAs: string | null): CloseDispute => ({
    type: 'CloseDispute',
    userId,
    outcome,
    explanation,
    amountCents: backCents,
    reissuedAs,
  });
  // checked before money moves; the amount is known once the corrections are recorded, the new invoice once it is issued
  const expected = closing(byCorrections ? 1 : amountCents, outcome === 'reissued' ? invoiceId : null);
  disputeDecider.decide(expected, dispute);
  // already settled the same way
  if (dispute.status === 'closed') return [];
  const close = (backCents: number, reissuedAs: string | null) =>
    decide(ports, disputeId, accountId, context, closing(backCents, reissuedAs));

  if (outcome === 'reissued') {
    const input = { corrections, reason: explanation, previewed };
    const reissued = await orNewPreview(billing, invoiceId, corrections, () =>
      reissueInvoice(billing, invoiceId, input, context),
    );
    return [reissued.chain, await close(amountCents, reissued.invoiceId)];
  }
  if (!givesBack) return [await close(amountCents, null)];

  const id = settlementId(dispute);
  const settling = { ...context, id };
  const reason = explanation;
  const as = outcome === 'refunded' ? 'refund' : 'credit';
  let cents = amountCents;
  let given: CausalChain;
  if (byCorrections) {
    const by = settlementOf({ as, method, reference }, id, ports.billingDay(context.time));
    const input = { corrections, settlement: by, reason, previewed };
    const back = await orNewPreview(billing, invoiceId, corrections, () =>
      correctPaidInvoice(billing, invoiceId, input, settling),
    );
    [given, cents] = [back.chain, back.backCents];
  } else if (as === 'refund') {
    given = await refundInvoice(ports, invoiceId, { amount, reason, method, reference }, settling, id);
  } else {
    given = await creditInvoice(ports, invoiceId, { amount, reason }, settling, id);
  }
  await refuseOtherSettlement(ports, invoiceId, id, { outcome, amountCents: cents });
  return [given, await close(cents, null)];
}

/** Derived id of the settlement, so that a retry moves money only once. */
function settlementId({ disputeId, invoiceId, timesClosed }: KnownDispute): string {
  const time = `${partsOfInvoiceId(invoiceId)?.period ?? '2000-01'}-01T00:00:00.000Z`;
  return deriveId({ id: `dispute/${disputeId}`, time }, `settlement ${timesClosed}`);
}

/** @throws BusinessRefusal conflict if the question was settled differently by a concurrent or interrupted request */
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
  throw conflict(
    `${formatDollars(given?.amountCents ?? 0)} of this question was ${how} already. Please close it with that.`,
  );
}

/** @param asker null: an administrator @throws BusinessRefusal not_found, also for another company's */
async function presentDispute(
  ports: CommandPorts,
  disputeId: string,
  asker: Asker | null,
): Promise<KnownDispute> {
  const dispute = await ports.load(disputeStream(disputeId), disputeDecider);
  if (dispute.status === 'none' || (asker !== null && asker.accountId !== dispute.accountId))
    throw notFound('Question not found');
  return dispute;
}

const decide = (
  ports: CommandPorts,
  disputeId: string,
  accountId: string,
  context: CommandContext,
  command: DisputeCommand,
): Promise<CausalChain> =>
  runCommand(ports, {
    stream: disputeStream(disputeId),
    decider: disputeDecider,
    command,
    context,
    accounts: [accountId],
  });
