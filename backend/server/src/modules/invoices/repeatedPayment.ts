import { isRecorded, standingPayments, stillOpenCents } from '@portal/domain';
import { centsFromDollars, type Day, formatDay, formatDollars } from '@portal/domain/values';
import { invoicesOfAccount, type Queryable } from '@portal/projections';
import { type CommandContext, deriveId } from '../../kernel/commandContext.ts';
import type { CommandPorts } from '../../kernel/commandPorts.ts';
import { HttpProblem } from '../../platform/http/errors.ts';
import { presentInvoice } from './payInvoices.ts';

interface Entered {
  /** Dollars; absent: the open amount. */
  readonly amount?: string | undefined;
  readonly paid_on: Day;
  readonly reference: string;
  readonly record_again?: boolean | undefined;
}

/**
 * Asks about a check or ACH with day, amount and reference of one that stands on any invoice of the company (rule B47).
 * @throws HttpProblem 409 `recorded_before` unless the administrator confirms that it is another one
 */
export async function askAboutRepeated(
  { commands, db }: { readonly commands: CommandPorts; readonly db: Queryable },
  invoiceId: string,
  { amount, paid_on: paidOn, reference, record_again: confirmed }: Entered,
  context: CommandContext,
): Promise<void> {
  if (confirmed === true) return;
  const invoice = await presentInvoice(commands, invoiceId);
  const cents = amount === undefined ? stillOpenCents(invoice) : centsFromDollars(amount);
  for (const { invoice_number: number, payments } of await invoicesOfAccount(db, invoice.accountId)) {
    const equal = standingPayments(payments).find(
      (payment) =>
        isRecorded(payment) &&
        // recorded by an earlier try of this command, whose answer was lost
        payment.id !== deriveId(context, 'recorded payment') &&
        payment.amountCents === cents &&
        payment.paidOn === paidOn &&
        payment.reference === reference.trim(),
    );
    if (equal === undefined) continue;
    throw new HttpProblem(
      409,
      `${formatDollars(cents)} with this reference and date was recorded before on ${number}, paid on ${formatDay(paidOn)}. Record it again?`,
      { path: 'record_again', code: 'recorded_before' },
    );
  }
}
