import type { StartedPayment } from '@portal/contract';
import {
  type InvoiceState,
  type IssuedInvoice,
  invoiceDecider,
  invoiceStream,
  notFound,
  stillOpenCents,
  unprocessable,
} from '@portal/domain';
import { formatDollars, MIN_CARD_CHARGE_CENTS } from '@portal/domain/values';
import type { CausalChain } from '../../kernel/causalChain.ts';
import type { CommandContext } from '../../kernel/commandContext.ts';
import type { CommandPorts } from '../../kernel/commandPorts.ts';
import type { Payments } from '../payments/module.ts';

/**
 * Pays the open amounts of one or several invoices of an account with one payment (S2-7), or a chosen part of one.
 * Concurrent requests continue the same attempt, so the card is charged once.
 * @param request.useSavedCard charges the saved card at once; without one the card form takes over
 * @throws BusinessRefusal not_found, also for another account's invoice; conflict if paid, canceled or carried;
 * unprocessable for less than a card can be charged, or more than is open
 */
export async function payInvoices(
  ports: { readonly commands: CommandPorts; readonly payments: Pick<Payments, 'start' | 'cardsFor'> },
  request: {
    readonly invoiceIds: readonly string[];
    readonly accountId: string;
    readonly userId: string | null;
    readonly useSavedCard: boolean;
    /** Of the only invoice; all that is open by default. */
    readonly amountCents?: number | undefined;
  },
  context: CommandContext,
): Promise<{ readonly started: StartedPayment; readonly chain: CausalChain }> {
  const { accountId, userId } = request;
  const invoices: IssuedInvoice[] = [];
  for (const id of new Set(request.invoiceIds)) {
    const invoice = await presentInvoice(ports.commands, id);
    if (invoice.accountId !== accountId) throw notFound('Invoice not found');
    refuseUnpayable(invoice);
    invoices.push(invoice);
  }
  const shares = invoices.map((invoice) => ({
    kind: 'invoice' as const,
    id: invoice.invoiceId,
    amountCents: shareOf(invoice, request.amountCents),
  }));
  const numbers = invoices.map(({ invoiceNumber }) => invoiceNumber).sort();
  const { started, chain } = await ports.payments.start(
    {
      accountId,
      userId,
      shares,
      how: request.useSavedCard ? 'saved_card' : 'card_form',
      description: `${numbers.length === 1 ? 'Invoice' : 'Invoices'} ${numbers.join(', ')}`,
    },
    context,
  );
  // the card form takes the key of the invoices' mode, which the account may have left (rule B42)
  const publicKey = ports.payments.cardsFor(!(invoices[0]?.isDemo ?? true))?.publicKey ?? null;
  return { started: { ...started, publicKey }, chain };
}

/** What is paid of an invoice. @throws BusinessRefusal unprocessable for more than is open, or less than a card can pay */
function shareOf(invoice: IssuedInvoice, chosenCents: number | undefined): number {
  const openCents = stillOpenCents(invoice);
  if (chosenCents === undefined) return openCents;
  if (chosenCents > openCents) {
    throw unprocessable(`${formatDollars(openCents)} of this invoice is open, not more.`, 'amount');
  }
  if (chosenCents < MIN_CARD_CHARGE_CENTS) {
    const least = formatDollars(MIN_CARD_CHARGE_CENTS);
    throw unprocessable(`Amounts below ${least} can't be paid by card.`, 'amount');
  }
  return chosenCents;
}

/**
 * Refuses unpayable invoices before the provider is called. An open attempt is not a reason: the payment continues
 * it.
 */
function refuseUnpayable(invoice: IssuedInvoice): void {
  const command = { type: 'StartInvoicePayment', attemptId: 'any', how: 'card_form' } as const;
  invoiceDecider.decide(command, { ...invoice, openAttempt: null });
}

/** The current state of an invoice. @throws BusinessRefusal 'Invoice not found' (not_found) */
export async function presentInvoice(
  ports: Pick<CommandPorts, 'load'>,
  invoiceId: string,
): Promise<IssuedInvoice> {
  return issued(await ports.load(invoiceStream(invoiceId), invoiceDecider));
}

/** @throws BusinessRefusal 'Invoice not found' (not_found) if it was never issued */
export function issued(invoice: InvoiceState): IssuedInvoice {
  if (invoice.status === 'none') throw notFound('Invoice not found');
  return invoice;
}
