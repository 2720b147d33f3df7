import {
  type BillTo,
  BusinessRefusal,
  type InvoiceCommand,
  type InvoiceState,
  type IssuedInvoice,
  invoiceDecider,
  invoiceNumberOf,
  invoiceNumbersDecider,
  invoiceNumbersStream,
  invoiceStream,
  type Period,
  type PricedInvoice,
} from '@portal/domain';
import { type CommandContext, deriveId } from '../commands/commandContext.ts';
import type { PortalEnvelope } from '../commands/execute.ts';
import type { BillingPorts } from './billingPorts.ts';
import { billToOf } from './billTo.ts';
import { inParallel } from './inParallel.ts';
import type { PricedAccount } from './priceAccounts.ts';

/** So many at a time fill the batches of the event store. */
const ISSUES_AT_ONCE = 64;

/** A priced invoice that is to be issued. */
export interface InvoiceToIssue extends PricedAccount {
  readonly priced: PricedInvoice;
  readonly invoiceDate: string;
  /** The invoice before a reissue, as it was read. */
  readonly replaces: { readonly invoiceId: string; readonly status: string } | null;
}

export interface Issued {
  readonly invoice: IssuedInvoice;
  /** The events of its issue and of what it took over, whichever run appended them. */
  readonly appended: readonly PortalEnvelope[];
}

/**
 * Issues invoices of one period, each in a stream of its own under a number of the month. What earlier ones left over is
 * taken there first, so that nothing is paid here and there. One that exists already stays as it is: broken off anywhere
 * and asked again, also by two at once, it comes to one invoice and one number each.
 * @param context whose; each invoice's own commands are derived from the invoice's id
 * @throws BusinessRefusal conflict where what was left over has been used in the meantime: price it again
 */
export async function issueInvoices(
  ports: BillingPorts,
  period: Period,
  invoices: readonly InvoiceToIssue[],
  context: CommandContext,
  reason?: string,
): Promise<readonly Issued[]> {
  if (invoices.length === 0) return [];
  const ids = invoices.map(({ invoiceId }) => invoiceId);
  const [numbers, billTo] = await Promise.all([
    numbersFor(ports, period, ids, context),
    billToOf(
      ports.db,
      invoices.map(({ accountId, priced }) => ({ accountId, recipientId: priced.recipientId })),
      ports.commands.billingDay(context.time),
    ),
  ]);
  return inParallel(invoices, ISSUES_AT_ONCE, async (invoice) => {
    const { invoiceId, accountId } = invoice;
    const invoiceNumber = numbers.get(invoiceId);
    const addressee = billTo.get(accountId);
    if (invoiceNumber === undefined || addressee === undefined) {
      throw new Error(`Invoice ${invoiceId} has no number or no addressee.`);
    }
    return issue(ports, invoice, { invoiceNumber, billTo: addressee }, context, reason);
  });
}

async function issue(
  { commands }: BillingPorts,
  invoice: InvoiceToIssue,
  { invoiceNumber, billTo }: { readonly invoiceNumber: string; readonly billTo: BillTo },
  context: CommandContext,
  reason: string | undefined,
): Promise<Issued> {
  const { invoiceId, accountId, priced, proof, invoiceDate, replaces } = invoice;
  const own = (name: string): CommandContext => ({ ...context, id: idOf(invoiceId, name) });
  const before: PortalEnvelope[] = [];
  if (priced.adjustments.length > 0) {
    // what an invoice took over stands on it since its issue: taken later, it would be lost
    const known = await commands.load(invoiceStream(invoiceId), invoiceDecider);
    if (known.status !== 'none') return { invoice: known, appended: [] };
  }
  for (const { invoiceId: from, creditId, amountCents } of priced.adjustments) {
    const command: InvoiceCommand =
      creditId === null
        ? { type: 'CarryInvoice', toInvoiceId: invoiceId }
        : { type: 'ApplyInvoiceCredit', creditId, toInvoiceId: invoiceId, amountCents: -amountCents };
    const { appended } = await commands.execute({
      stream: invoiceStream(from),
      decider: invoiceDecider,
      command,
      context: own(creditId ?? `carry ${from}`),
      accounts: [accountId],
    });
    before.push(...appended);
  }
  const { appended, state } = await commands.execute({
    stream: invoiceStream(invoiceId),
    decider: invoiceDecider,
    command: {
      type: 'IssueInvoice',
      invoiceId,
      invoiceNumber,
      priced,
      invoiceDate,
      billTo,
      proof,
      replaces,
    },
    context: own('issue'),
    accounts: [accountId],
    reason,
  });
  return { invoice: present(state), appended: [...before, ...appended] };
}

/** The same in every run: what two workers append at once is one and the same event. */
const idOf = (invoiceId: string, name: string) =>
  deriveId({ id: `invoice/${invoiceId}`, time: `${firstDayIn(invoiceId)}T00:00:00.000Z` }, name);

const firstDayIn = (invoiceId: string) => `${/_(\d{4}-\d{2})/.exec(invoiceId)?.[1] ?? '2000-01'}-01`;

/** Numbers of the month for these invoices, all in one event; one that has a number keeps it (decisions B27). */
async function numbersFor(
  { commands }: BillingPorts,
  period: Period,
  invoiceIds: readonly string[],
  context: CommandContext,
): Promise<ReadonlyMap<string, string>> {
  const { state } = await commands.execute({
    stream: invoiceNumbersStream(period),
    decider: invoiceNumbersDecider,
    command: { type: 'AssignInvoiceNumbers', period, invoiceIds },
    context: { ...context, id: deriveId(context, `numbers ${period} ${invoiceIds.join(' ')}`) },
    accounts: [],
  });
  return new Map(invoiceIds.map((id) => [id, invoiceNumberOf(state, period, id) ?? '']));
}

/** @throws BusinessRefusal not_found */
export function present(state: InvoiceState): IssuedInvoice {
  if (state.status === 'none') throw new BusinessRefusal('not_found', 'Invoice not found');
  return state;
}
