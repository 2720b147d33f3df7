import type { moveAllocationSchema } from '@portal/contract';
import { type IssuedInvoice, movableParts, notFound, onInvoice, stillOpenCents } from '@portal/domain';
import { centsFromDollars } from '@portal/domain/values';
import type { z } from 'zod';
import type { CausalChain } from '../../kernel/causalChain.ts';
import { type CommandContext, deriveId } from '../../kernel/commandContext.ts';
import type { CommandPorts } from '../../kernel/commandPorts.ts';
import { runCommand } from '../../kernel/runCommand.ts';
import { presentInvoice } from './payInvoices.ts';

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
