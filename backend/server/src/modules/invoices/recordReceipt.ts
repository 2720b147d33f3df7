import {
  paths,
  type RecordedReceipt,
  recordedReceiptSchema,
  recordReceiptSchema,
  reverseReceiptSchema,
} from '@portal/contract';
import {
  type IssuedInvoice,
  notFound,
  onInvoice,
  onReceipt,
  type ReceiptCommand,
  type ReceiptEvent,
  type ReceiptState,
  type RecordReceipt,
  receiptDecider,
  receiptStream,
  recordIdOf,
  refuseRepeated,
} from '@portal/domain';
import { centsFromDollars, dollarsFromCents, formatDay, formatDollars } from '@portal/domain/values';
import type { z } from 'zod';
import type { CausalChain } from '../../kernel/causalChain.ts';
import { type CommandContext, deriveId } from '../../kernel/commandContext.ts';
import type { CommandPorts } from '../../kernel/commandPorts.ts';
import { oneByOne } from '../../kernel/oneByOne.ts';
import { consequence, process } from '../../kernel/process.ts';
import { runCommand } from '../../kernel/runCommand.ts';
import { because, describeByTexts } from '../../platform/history/describe.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { openAccount } from '../companies/module.ts';
import { refuseClosedDay } from './closedMonths.ts';
import { askAboutRepeated, type InvoiceCommandPorts } from './correctInvoice.ts';
import { presentInvoice } from './payInvoices.ts';
import type { InvoicePorts } from './ports.ts';

/**
 * A check or bank transfer over one or several invoices. The receipt is recorded first, after which its shares can always
 * be booked: what an invoice does not ask for any more becomes account credit, which pays the others (rule B41).
 */

/** A receipt as it stands. */
export const receiptOf = (ports: Pick<CommandPorts, 'load'>, id: string) =>
  ports.load(receiptStream(id), receiptDecider);

/** Closes open card forms of invoices, which would take an amount that is no longer right. @returns the invoices after it */
async function withoutForms(
  { commands, payments }: InvoiceCommandPorts,
  invoices: readonly IssuedInvoice[],
  context: CommandContext,
): Promise<readonly IssuedInvoice[]> {
  const open = invoices.filter(({ openAttempt }) => openAttempt !== null);
  const [first] = open;
  if (first === undefined) return invoices;
  const claimants = open.map(({ invoiceId: id }) => ({ kind: 'invoice', id }) as const);
  await payments.withdraw(claimants, first.accountId, context);
  return Promise.all(invoices.map(({ invoiceId }) => presentInvoice(commands, invoiceId)));
}

/**
 * Records a receipt of a company.
 * @param own the id and bank line of a receipt that is booked from a bank's file
 * @throws BusinessRefusal not_found; conflict `recorded_before`, `open_amounts_changed`, or while a card is charged for one
 * of the invoices; unprocessable
 */
export async function recordReceipt(
  ports: InvoiceCommandPorts & Pick<InvoicePorts, 'db'>,
  accountId: string,
  body: z.output<typeof recordReceiptSchema>,
  context: CommandContext,
  own?: { readonly id: string; readonly bankLineId: string },
): Promise<{ readonly id: string; readonly chain: CausalChain }> {
  const { commands } = ports;
  const { isDemo } = await openAccount(commands, accountId);
  const id = own?.id ?? deriveId(context, 'receipt');
  const { method, received_on: receivedOn, reference, reason } = body;
  const amountCents = centsFromDollars(body.amount);
  const shares = body.shares.map((share) => ({
    id: share.invoice_id,
    amountCents: centsFromDollars(share.amount),
  }));
  const command = (invoices: readonly IssuedInvoice[]): RecordReceipt => ({
    type: 'RecordReceipt',
    receiptId: id,
    accountId,
    method,
    amountCents,
    receivedOn,
    reference,
    reason: reason ?? null,
    isDemo,
    shares: shares.map((share, index) => ({
      invoice: invoices[index] as IssuedInvoice,
      amountCents: share.amountCents,
    })),
    creditCents: centsFromDollars(body.credit ?? 0),
    bankLineId: own?.bankLineId,
    today: commands.billingDay(context.time),
  });
  const run = async (invoices: readonly IssuedInvoice[]) => ({
    id,
    chain: await runCommand(commands, {
      ...onReceipt(id, accountId),
      command: command(invoices),
      context,
      reason,
    }),
  });
  const invoices = await Promise.all(shares.map((share) => presentInvoice(commands, share.id)));
  // an earlier try of this command, whose answer was lost, has recorded it
  const known = await receiptOf(commands, id);
  if (known.status !== 'none') return run(invoices);
  await refuseClosedDay(commands, receivedOn, 'receivedOn');
  if (body.record_again !== true) {
    const entered = { amountCents, paidOn: receivedOn, reference };
    // as they are now: the read model may not know the newest
    const own = invoices.filter((invoice) => invoice.accountId === accountId);
    for (const invoice of own) refuseRepeated(invoice, entered);
    await askAboutRepeated(ports.db, accountId, entered);
  }
  // a command that would be refused closes no form
  const formless = invoices.map((invoice) => ({ ...invoice, openAttempt: null }));
  receiptDecider.decide(command(formless), known);
  return run(await withoutForms(ports, invoices, context));
}

/**
 * Reverses a receipt with all its shares, e.g. of a bounced check (rule B46).
 * @throws BusinessRefusal not_found; conflict while a card is charged for one of the invoices; unprocessable without a
 * reason
 */
async function reverseReceipt(
  ports: InvoiceCommandPorts,
  id: string,
  { reason }: z.output<typeof reverseReceiptSchema>,
  context: CommandContext,
): Promise<CausalChain> {
  const { commands } = ports;
  const receipt = await receiptOf(commands, id);
  if (receipt.status === 'none') throw notFound('Receipt not found');
  const command: ReceiptCommand = {
    type: 'ReverseReceipt',
    reason,
    today: commands.billingDay(context.time),
  };
  receiptDecider.decide(command, receipt);
  const invoices = receipt.shares.map(({ invoiceId }) => presentInvoice(commands, invoiceId));
  await withoutForms(ports, await Promise.all(invoices), context);
  return runCommand(commands, { ...onReceipt(id, receipt.accountId), command, context, reason });
}

/** Books the shares of a receipt on its invoices, and reverses them with it. */
export const bookReceipt = process({
  name: 'bookReceipt',
  types: ['ReceiptRecorded', 'ReceiptReversed'],
  async decide({ event }, load) {
    const receipt = await load(receiptStream(event.data.receiptId), receiptDecider);
    if (receipt.status === 'none') return [];
    const { receiptId, accountId, method, amountCents, receivedOn, reference, isDemo, shares } = receipt;
    const invoiceNumbers = shares.map(({ invoiceNumber }) => invoiceNumber);
    const booked = shares.map((share) =>
      consequence({
        ...onInvoice(share.invoiceId, accountId),
        key: share.invoiceId,
        reason: receipt.reason ?? undefined,
        command: {
          type: 'RecordInvoicePayment',
          recordId: recordIdOf(receiptId, share.invoiceId),
          method,
          amountCents: share.amountCents,
          paidOn: receivedOn,
          reference,
          reason: receipt.reason,
          isDemo,
          today: receivedOn,
          receipt: { receiptId, amountCents, invoiceNumbers },
        },
      }),
    );
    if (event.type === 'ReceiptRecorded') return booked;
    const { reason, reversedOn: today } = event.data;
    const reversed = shares.map(({ invoiceId }) =>
      consequence({
        ...onInvoice(invoiceId, accountId),
        key: `reverse ${invoiceId}`,
        reason,
        command: {
          type: 'ReverseInvoicePayment',
          recordId: recordIdOf(receiptId, invoiceId),
          reason,
          today,
          receiptId,
        },
      }),
    );
    // a share may not be booked yet where a portal stopped in between
    return [...booked, ...reversed];
  },
});

const METHOD = { check: 'Check', ach: 'ACH' } as const;

/** `Check 1234 of $491.00`. */
const nameOf = ({
  method,
  reference,
  amountCents,
}: Pick<RecordReceipt, 'method' | 'reference' | 'amountCents'>) =>
  `${METHOD[method]} ${reference} of ${formatDollars(amountCents)}`;

/** The receipt in the timeline of its company. */
export const describeReceipt = describeByTexts<ReceiptEvent, ReceiptState>(
  {
    ReceiptRecorded: (receipt) => {
      const shares = receipt.shares.map(
        ({ invoiceNumber, amountCents }) => `${formatDollars(amountCents)} for ${invoiceNumber}`,
      );
      return `${nameOf(receipt)} recorded, received on ${formatDay(receipt.receivedOn)}: ${shares.join(', ')}`;
    },
    ReceiptReversed: ({ reversedOn, reason }, receipt) => {
      const name = receipt.status === 'none' ? 'Receipt' : nameOf(receipt);
      return `${name} reversed on ${formatDay(reversedOn)}${because(reason)}`;
    },
  },
  receiptDecider,
);

function toReceipt(receipt: ReceiptState): RecordedReceipt {
  if (receipt.status === 'none') throw notFound('Receipt not found');
  return {
    id: receipt.receiptId,
    account_id: receipt.accountId,
    method: receipt.method,
    amount: dollarsFromCents(receipt.amountCents),
    received_on: receipt.receivedOn,
    reference: receipt.reference,
    reason: receipt.reason,
    is_demo: receipt.isDemo,
    shares: receipt.shares.map(({ invoiceId, invoiceNumber, amountCents }) => ({
      invoice_id: invoiceId,
      invoice_number: invoiceNumber,
      amount: dollarsFromCents(amountCents),
    })),
    reversed_on: receipt.reversal?.reversedOn ?? null,
  };
}

/** Money that an administrator received by check or bank transfer (rules B33, B46, B47). */
export function receiptRoutes(ports: InvoicePorts): Route[] {
  // so that of two equal receipts at once the second is asked about
  const inTurn = oneByOne<string>();
  return [
    route('POST', paths.admin.recordReceipt, 'money', {
      summary: 'Record a check or bank transfer over one or several invoices',
      answers: { 200: recordedReceiptSchema },
      body: recordReceiptSchema,
      handler: async ({ params, body, command, visible }) => {
        const { id, chain } = await inTurn(params.id, () => recordReceipt(ports, params.id, body, command));
        await visible(chain);
        return { body: toReceipt(await receiptOf(ports.commands, id)) };
      },
    }),
    route('POST', paths.admin.reverseReceipt, 'money', {
      summary: 'Reverse a check or bank transfer with all its shares',
      answers: { 200: recordedReceiptSchema },
      body: reverseReceiptSchema,
      handler: async ({ params, body, command, visible }) => {
        await visible(await reverseReceipt(ports, params.id, body, command));
        return { body: toReceipt(await receiptOf(ports.commands, params.id)) };
      },
    }),
  ];
}
