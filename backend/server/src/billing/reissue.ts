import {
  BusinessRefusal,
  type InvoicePricing,
  type InvoiceState,
  type IssuedInvoice,
  invoiceDecider,
  invoiceIdFor,
  invoiceStream,
  partsOfInvoiceId,
} from '@portal/domain';
import { laterDay } from '@portal/domain/values';
import { type CausalChain, NOTHING_APPENDED } from '../commands/causalChain.ts';
import type { CommandContext } from '../commands/commandContext.ts';
import type { CommandPorts } from '../commands/portalCommands.ts';
import type { BillingPorts } from './billingPorts.ts';
import { cutAt, pricedNow } from './cut.ts';
import { issueInvoices, present } from './issueInvoices.ts';
import { billable, priceOne } from './issueOne.ts';

/**
 * VoidInvoice: shown Canceled from now on; what it took over from earlier invoices goes back to them. A card form that a
 * dealer left open is closed first, so that it takes no money for what is canceled.
 * @throws BusinessRefusal not_found; conflict where it is paid (decisions B26), being paid or carried
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
  if (invoice.openAttempt !== null) {
    // what can't be voided closes no form
    invoiceDecider.decide(command, { ...invoice, openAttempt: null });
    await payments.withdraw([{ kind: 'invoice', id: invoiceId }], accountId, context);
  }
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

/**
 * Voids an open invoice and issues it again under a new number, from everything that is in the log by now, so that a
 * correction shows; dated today, so that the dealer has the full term (decisions B26). One that was reissued already
 * answers its newest issue where that stands.
 * @throws BusinessRefusal not_found; conflict where it is paid, being paid or carried; unprocessable where nothing is
 * left to bill: then void it alone
 */
export async function reissueInvoice(
  ports: BillingPorts,
  invoiceId: string,
  context: CommandContext,
  reason?: string,
): Promise<{ readonly invoiceId: string; readonly chain: CausalChain }> {
  const { commands } = ports;
  const before = await presentInvoice(commands, invoiceId);
  const { period, accountId } = before;
  const nextId = nextIssueOf(invoiceId);
  const next = await commands.load(invoiceStream(nextId), invoiceDecider);
  if (next.status !== 'none') return alreadyReissued(next);

  const priceAt = async ({ firstSeq, seq }: InvoicePricing) =>
    billable(
      await priceOne(ports, period, await cutAt(ports, firstSeq), { accountId, invoiceId: nextId }, seq),
      period,
    );
  const priceNow = async () => {
    const seq = await pricedNow(ports);
    return priceAt({ firstSeq: seq, seq });
  };
  await priceNow();
  await voidInvoice(ports, invoiceId, context, reason);
  const invoice = {
    ...(await priceNow()),
    priceAt,
    invoiceDate: laterDay(before.invoiceDate, commands.billingDay(context.time)),
    replaces: { invoiceId, status: 'voided' },
  };
  const [issued] = await issueInvoices(ports, period, [invoice], context, reason);
  return { invoiceId: nextId, chain: await commands.followUp(issued?.appended ?? []) };
}

function alreadyReissued({ status, invoiceId, invoiceNumber }: IssuedInvoice) {
  if (status !== 'voided') return { invoiceId, chain: NOTHING_APPENDED };
  throw new BusinessRefusal(
    'conflict',
    `This invoice was reissued as ${invoiceNumber}. Please reissue that one.`,
  );
}

function nextIssueOf(invoiceId: string): string {
  const parts = partsOfInvoiceId(invoiceId);
  if (parts === null) throw new BusinessRefusal('not_found', 'Invoice not found');
  return invoiceIdFor({ ...parts, issue: parts.issue + 1 });
}

/** @throws BusinessRefusal not_found, also for a text that no stream is named by */
async function presentInvoice({ load }: CommandPorts, invoiceId: string): Promise<IssuedInvoice> {
  const known: InvoiceState =
    partsOfInvoiceId(invoiceId) === null || !/^[\x21-\x7e]+$/.test(invoiceId)
      ? { status: 'none' }
      : await load(invoiceStream(invoiceId), invoiceDecider);
  return present(known);
}
