import {
  BusinessRefusal,
  conflict,
  type InvoiceCorrection,
  type IssuedInvoice,
  invoiceDecider,
  invoiceIdFor,
  invoiceStream,
  type NamedCorrection,
  notFound,
  partsOfInvoiceId,
  saysOfCorrection,
} from '@portal/domain';
import { laterDay } from '@portal/domain/values';
import { type CausalChain, NOTHING_APPENDED } from '../../kernel/causalChain.ts';
import type { CommandContext } from '../../kernel/commandContext.ts';
import type { CommandPorts } from '../../kernel/commandPorts.ts';
import { ServiceUnavailable } from '../../kernel/serviceUnavailable.ts';
import { decideWithoutForm, presentInvoice } from '../invoices/module.ts';
import { type InvoiceCut, pricedNow } from './cut.ts';
import { correctableInvoice, inputsOfReissue } from './invoiceInputs.ts';
import { issueInvoices } from './issueInvoices.ts';
import { billable, priceOne } from './issueOne.ts';
import type { BillingPorts } from './ports.ts';

/**
 * VoidInvoice: the invoice is shown as canceled, and what it took over from earlier invoices goes back to them.
 * @throws BusinessRefusal not_found; conflict where it is paid (rule B26), being paid or carried
 */
export const voidInvoice = (
  ports: Pick<BillingPorts, 'commands' | 'payments'>,
  invoiceId: string,
  context: CommandContext,
  reason?: string,
): Promise<CausalChain> =>
  decideWithoutForm(ports, invoiceId, { type: 'VoidInvoice', reason: reason ?? null }, context, reason);

export interface ReissueInput {
  readonly corrections?: readonly NamedCorrection[] | undefined;
  /** Number of corrections that the preview showed as made (rule B45). */
  readonly previewed?: number | undefined;
  /** Default: the reasons of the corrections. */
  readonly reason?: string | undefined;
}

/**
 * Voids an open invoice and issues it again under a new number, priced at its own cut-off with the given and all earlier
 * corrections. Dated today, so that the dealer has the full term. A voided invoice may be reissued without corrections;
 * repeating a reissue returns the existing one. The invoice's own stream decides which of several requests reissues it
 * (rule B45); what an interrupted one requested is issued first.
 * @throws BusinessRefusal not_found; conflict if paid, being paid or carried, or reissued with other corrections;
 * unprocessable if nothing is corrected, or nothing would be left to bill
 */
export async function reissueInvoice(
  ports: BillingPorts,
  invoiceId: string,
  { corrections = [], previewed, reason }: ReissueInput,
  context: CommandContext,
): Promise<{ readonly invoiceId: string; readonly chain: CausalChain }> {
  const { commands } = ports;
  const before = await presentInvoice(commands, invoiceId);
  const next = await nextIssue(commands, invoiceId);
  if (next !== null) {
    refuseOthers(before, next, { corrections, previewed });
    return { invoiceId: next.invoiceId, chain: NOTHING_APPENDED };
  }

  const correctable = correctableInvoice(ports, before);
  if (before.reissueRequested) {
    const { cut } = await correctable.catch(notYet);
    const requested = await issueRequested(ports, before, cut, context, reason);
    refuseOthers(before, requested.invoice, { corrections, previewed });
    return { invoiceId: requested.invoice.invoiceId, chain: requested.chain };
  }
  const { charges, cut, isReissuable } = await correctable;
  // refused before the invoice is voided, not after
  if (!isReissuable) billable(null, before.period);
  const command = {
    type: 'CorrectInvoice',
    corrections,
    charges,
    settlement: null,
    reason: reason ?? null,
    previewed,
  } as const;
  await decideWithoutForm(ports, invoiceId, command, context, reason);
  const { invoice, chain } = await issueRequested(ports, before, cut, context, reason);
  return { invoiceId: invoice.invoiceId, chain };
}

/**
 * Issues the requested reissue as the log has it, so that concurrent requests issue the same.
 * @throws ServiceUnavailable where it can't be issued now: its corrections are recorded, so that it is no refusal
 */
async function issueRequested(
  ports: BillingPorts,
  { invoiceId, accountId, period, invoiceDate }: IssuedInvoice,
  cut: InvoiceCut,
  context: CommandContext,
  reason: string | undefined,
): Promise<{ readonly invoice: IssuedInvoice; readonly chain: CausalChain }> {
  const { commands } = ports;
  const corrected = await inputsOfReissue(ports, invoiceId);
  const account = { accountId, invoiceId: nextIssueIdOf(invoiceId), corrected };
  const issue = async () => {
    const again = {
      ...billable(await priceOne(ports, period, cut, account, await pricedNow(ports)), period),
      invoiceDate: laterDay(invoiceDate, commands.billingDay(context.time)),
      replaces: { invoiceId, status: 'voided' } as const,
    };
    return issueInvoices(ports, period, cut, [again], context, reason);
  };
  const [issued] = await issue().catch(notYet);
  if (issued === undefined) throw new Error(`Invoice ${invoiceId} was not reissued.`);
  return { invoice: issued.invoice, chain: await commands.followUp(issued.appended) };
}

function notYet(error: unknown): never {
  if (!(error instanceof BusinessRefusal)) throw error;
  throw new ServiceUnavailable(
    `The invoice was voided, but is not reissued yet: ${error.message} Please try again.`,
  );
}

/** The reissue of a voided invoice; null if there is none. */
export async function nextIssue(
  { load }: Pick<CommandPorts, 'load'>,
  invoiceId: string,
): Promise<IssuedInvoice | null> {
  const next = await load(invoiceStream(nextIssueIdOf(invoiceId)), invoiceDecider);
  return next.status === 'none' ? null : next;
}

/**
 * @throws BusinessRefusal conflict if the invoice was reissued with other corrections than those of the request, unless
 * that names none, or if the reissue was voided itself
 */
function refuseOthers(
  before: IssuedInvoice,
  next: IssuedInvoice,
  { corrections = [], previewed }: Pick<ReissueInput, 'corrections' | 'previewed'>,
): void {
  const all = next.madeWith ?? [];
  const made = all.slice((before.madeWith?.length ?? 0) + (previewed ?? 0));
  const isMade = (named: NamedCorrection) => all.some((correction) => isThe(correction, named));
  const isNamed = (correction: InvoiceCorrection) => corrections.some((named) => isThe(correction, named));
  const namesNone = corrections.length === 0 && previewed === undefined;
  const isTheSame = namesNone || (corrections.every(isMade) && made.every(isNamed));
  if (next.status === 'voided' || !isTheSame) throw reissuedAs(next);
}

export const reissuedAs = ({ invoiceNumber }: IssuedInvoice) =>
  conflict(
    `This invoice was reissued as ${invoiceNumber}. Please correct and reissue that one.`,
    'corrections',
  );

const isThe = (correction: InvoiceCorrection, named: NamedCorrection) =>
  saysOfCorrection(correction, { ...named, reason: named.reason.trim() });

/** Id of an invoice's reissue. @throws BusinessRefusal not_found for a text that is no invoice id */
export function nextIssueIdOf(invoiceId: string): string {
  const parts = partsOfInvoiceId(invoiceId);
  if (parts === null) throw notFound('Invoice not found');
  return invoiceIdFor({ ...parts, issue: parts.issue + 1 });
}
