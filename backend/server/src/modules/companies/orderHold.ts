import type { Account } from '@portal/contract';
import {
  conflict,
  type IssuedInvoice,
  invoiceDecider,
  invoiceStream,
  onAccount,
  stillOpenCents,
} from '@portal/domain';
import { dollarsFromCents, formatDay, formatDollars } from '@portal/domain/values';
import type { CausalChain } from '../../kernel/causalChain.ts';
import type { CommandContext } from '../../kernel/commandContext.ts';
import type { CommandPorts } from '../../kernel/commandPorts.ts';
import { runCommand } from '../../kernel/runCommand.ts';
import { openAccount } from './company.ts';

/** Invoices that hold the company's orders: open ones that reached such a step of dunning, and were not released. */
async function holdingInvoices(
  ports: Pick<CommandPorts, 'load'>,
  accountId: string,
): Promise<readonly IssuedInvoice[]> {
  const { orderHolds } = await openAccount(ports, accountId);
  const ids = orderHolds.filter(({ released }) => !released).map(({ invoiceId }) => invoiceId);
  const invoices = await Promise.all(ids.map((id) => ports.load(invoiceStream(id), invoiceDecider)));
  return invoices.flatMap((invoice) => (invoice.status === 'open' ? [invoice] : []));
}

/** What holds a company's new orders, the earliest invoice; null for nothing. */
export async function orderHoldOf(
  ports: Pick<CommandPorts, 'load'>,
  accountId: string,
): Promise<NonNullable<Account['order_hold']> | null> {
  const [invoice] = await holdingInvoices(ports, accountId);
  if (invoice === undefined) return null;
  return {
    invoice_id: invoice.invoiceId,
    invoice_number: invoice.invoiceNumber,
    due_date: invoice.dueDate,
    open_amount: dollarsFromCents(stillOpenCents(invoice)),
  };
}

/** Refuses a new order of a company whose orders are on hold. @throws BusinessRefusal conflict */
export async function refuseOnHold(ports: Pick<CommandPorts, 'load'>, accountId: string): Promise<void> {
  const [invoice] = await holdingInvoices(ports, accountId);
  if (invoice === undefined) return;
  const open = `${formatDollars(stillOpenCents(invoice))} of invoice ${invoice.invoiceNumber}`;
  throw conflict(
    `New orders are on hold: ${open} was due on ${formatDay(invoice.dueDate)}. Once it is paid, you can order again.`,
  );
}

/** ReleaseOrderHold: what holds orders now holds none any more. @throws BusinessRefusal not_found; unprocessable */
export const releaseOrderHold = (
  ports: CommandPorts,
  accountId: string,
  reason: string,
  context: CommandContext,
): Promise<CausalChain> =>
  runCommand(ports, {
    ...onAccount(accountId),
    command: { type: 'ReleaseOrderHold', reason },
    context,
    reason,
  });
