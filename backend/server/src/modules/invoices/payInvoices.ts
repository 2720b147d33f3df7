import type { StartedPayment } from '@portal/contract';
import {
  BusinessRefusal,
  type IssuedInvoice,
  invoiceDecider,
  invoiceStream,
  stillOpenCents,
} from '@portal/domain';
import type { CausalChain } from '../../kernel/causalChain.ts';
import type { CommandContext } from '../../kernel/commandContext.ts';
import type { CommandPorts } from '../../kernel/commandPorts.ts';
import type { Payments } from '../payments/module.ts';

/**
 * Pays one or several open invoices of an account with one payment (S2-7). Which amount is asked for comes
 * from the invoices alone: what is still open of each. A second tab that asks at the same time goes on with the same attempt: one charge.
 * @param request.useSavedCard charges the saved card at once where there is one; else the card form takes over
 * @throws BusinessRefusal 'Invoice not found' (not_found) also for another account's; what is paid, canceled or carried
 * (conflict); what is too little for a card (unprocessable)
 */
export async function payInvoices(
  ports: { readonly commands: CommandPorts; readonly payments: Pick<Payments, 'start'> },
  request: {
    readonly invoiceIds: readonly string[];
    readonly accountId: string;
    readonly userId: string | null;
    readonly useSavedCard: boolean;
  },
  context: CommandContext,
): Promise<{ readonly started: StartedPayment; readonly chain: CausalChain }> {
  const { accountId, userId } = request;
  const invoices: IssuedInvoice[] = [];
  for (const id of new Set(request.invoiceIds)) {
    const invoice = await presentInvoice(ports.commands, id);
    if (invoice.accountId !== accountId) throw new BusinessRefusal('not_found', 'Invoice not found');
    refuseUnpayable(invoice);
    invoices.push(invoice);
  }
  const numbers = invoices.map(({ invoiceNumber }) => invoiceNumber).sort();
  return ports.payments.start(
    {
      accountId,
      userId,
      shares: invoices.map((invoice) => ({
        kind: 'invoice',
        id: invoice.invoiceId,
        amountCents: stillOpenCents(invoice),
      })),
      how: request.useSavedCard ? 'saved_card' : 'card_form',
      description: `${numbers.length === 1 ? 'Invoice' : 'Invoices'} ${numbers.join(', ')}`,
    },
    context,
  );
}

/**
 * Refuses unpayable invoices before the provider is called. An open attempt is not a reason: the payment continues
 * it.
 */
function refuseUnpayable(invoice: IssuedInvoice): void {
  const command = { type: 'StartInvoicePayment', attemptId: 'any', how: 'card_form' } as const;
  invoiceDecider.decide(command, { ...invoice, openAttempt: null });
}

/** An invoice as it stands now. @throws BusinessRefusal 'Invoice not found' (not_found) */
export async function presentInvoice(
  ports: Pick<CommandPorts, 'load'>,
  invoiceId: string,
): Promise<IssuedInvoice> {
  const invoice = await ports.load(invoiceStream(invoiceId), invoiceDecider);
  if (invoice.status === 'none') throw new BusinessRefusal('not_found', 'Invoice not found');
  return invoice;
}
