import type { ReminderPreview } from '@portal/contract';
import {
  accountDecider,
  accountStream,
  BusinessRefusal,
  conflict,
  type IssuedInvoice,
  invoiceDecider,
  onInvoice,
} from '@portal/domain';
import { questionsOf, usersOfAccount } from '@portal/projections';
import type { CausalChain } from '../../kernel/causalChain.ts';
import type { CommandContext } from '../../kernel/commandContext.ts';
import { runCommand } from '../../kernel/runCommand.ts';
import { invoiceOf, readersOf } from './mails.ts';
import { presentInvoice } from './payInvoices.ts';
import type { InvoicePorts } from './ports.ts';

/**
 * SendManualReminder: an administrator's reminder of an overdue invoice, beside the steps of dunning.
 * @throws BusinessRefusal not_found; conflict where none can be sent now
 */
export async function sendManualReminder(
  ports: InvoicePorts,
  invoiceId: string,
  context: CommandContext,
): Promise<CausalChain> {
  const { refusal, ...invoice } = await planOf(ports, await presentInvoice(ports.commands, invoiceId));
  if (refusal !== null) throw conflict(refusal);
  const command = { type: 'SendManualReminder', today: ports.commands.billingDay(context.time) } as const;
  return runCommand(ports.commands, { ...onInvoice(invoiceId, invoice.account_id), command, context });
}

/** How many mails reminders of these invoices would be, and why one would be refused; unknown ids are left out. */
export async function previewReminders(
  ports: InvoicePorts,
  ids: readonly string[],
): Promise<ReminderPreview[]> {
  const found = await Promise.all(ids.map((id) => invoiceOf(letterPorts(ports), id)));
  return Promise.all(found.flatMap((invoice) => (invoice === null ? [] : [planOf(ports, invoice)])));
}

const letterPorts = ({ commands, page, db, today }: InvoicePorts) => ({
  load: commands.load,
  page,
  usersOfAccount: (accountId: string) => usersOfAccount(db, accountId, today()),
});

async function planOf(ports: InvoicePorts, invoice: IssuedInvoice): Promise<ReminderPreview> {
  const { invoiceId: id, accountId: account_id, invoiceNumber: invoice_number } = invoice;
  const [readers, refusal] = await Promise.all([
    readersOf(letterPorts(ports), invoice),
    refusalOf(ports, invoice),
  ]);
  const nobody = readers.length === 0 ? 'The company has nobody who gets mails.' : null;
  return { id, account_id, invoice_number, mails: readers.length, refusal: refusal ?? nobody };
}

/** Why no reminder can be sent now; null where one can. */
async function refusalOf(
  { commands, db, today }: InvoicePorts,
  invoice: IssuedInvoice,
): Promise<string | null> {
  try {
    invoiceDecider.decide({ type: 'SendManualReminder', today: today() }, invoice);
  } catch (error) {
    if (error instanceof BusinessRefusal) return error.message;
    throw error;
  }
  const { accountId, isDemo } = invoice;
  const account = await commands.load(accountStream(accountId), accountDecider);
  // a live company is not reminded of play money (rule B42)
  if (isDemo && account.status !== 'none' && !account.isDemo)
    return 'The company is live, and the invoice is of its demo mode.';
  const questions = await questionsOf(db, [accountId]);
  return questions.some(({ closed_at }) => closed_at === null)
    ? 'Reminders are paused while the company waits for an answer to its question.'
    : null;
}
