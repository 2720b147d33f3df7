import { refuseRepeated, stillOpenCents } from '@portal/domain';
import { centsFromDollars, type Day } from '@portal/domain/values';
import { invoicesOfAccount, type Queryable } from '@portal/projections';
import type { CommandContext } from '../../kernel/commandContext.ts';
import type { CommandPorts } from '../../kernel/commandPorts.ts';
import { recordedPaymentId } from './correctInvoice.ts';
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
 * @throws BusinessRefusal conflict `recorded_before` unless the administrator confirms that it is another one
 */
export async function askAboutRepeated(
  { commands, db }: { readonly commands: CommandPorts; readonly db: Queryable },
  invoiceId: string,
  { amount, paid_on: paidOn, reference, record_again: confirmed }: Entered,
  context: CommandContext,
): Promise<void> {
  if (confirmed === true) return;
  const invoice = await presentInvoice(commands, invoiceId);
  // an earlier try of this command, whose answer was lost, has recorded it
  if (invoice.payments.some(({ id }) => id === recordedPaymentId(context))) return;
  const amountCents = amount === undefined ? stillOpenCents(invoice) : centsFromDollars(amount);
  for (const { invoice_number: invoiceNumber, payments } of await invoicesOfAccount(db, invoice.accountId)) {
    refuseRepeated({ invoiceNumber, payments }, { amountCents, paidOn, reference });
  }
}
