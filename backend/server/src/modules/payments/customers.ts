import { accountDecider, accountStream, type CardsInMode, cardsIn, type SavedCard } from '@portal/domain';
import { type CommandContext, newCommand } from '../../kernel/commandContext.ts';
import type { PortalEnvelope } from '../../kernel/execute.ts';
import { type Cards, UnknownCustomer } from './cards.ts';
import type { PaymentPorts } from './paymentPorts.ts';

/**
 * Callers within this long come to one customer. The provider keeps a 500 under its key for a day: later ones must not
 * get it again. A second customer that nobody pays with does no harm.
 */
const SAME_CUSTOMER_MS = 10 * 60_000;

type CustomerPorts = Pick<PaymentPorts, 'execute' | 'load' | 'now'>;

/** The card that can be charged: one that was kept for a customer the provider no longer knows can't. */
export function usableCard({ card, customerId }: CardsInMode): SavedCard | null {
  return card !== null && card.customerId === customerId ? card : null;
}

/**
 * Runs `work` with the account's customer in this mode, made at the first need (decisions B25). Where the provider
 * does not know it any more, because its keys were changed or a sandbox was cleared, a new one takes its place.
 */
export async function withCustomer<Result>(
  ports: CustomerPorts,
  cards: Cards,
  accountId: string,
  context: CommandContext,
  work: (customerId: string) => Promise<Result>,
): Promise<{ readonly result: Result; readonly appended: readonly PortalEnvelope[] }> {
  const first = await customerOf(ports, cards, accountId, context, null);
  try {
    return { result: await work(first.customerId), appended: first.appended };
  } catch (error) {
    if (!(error instanceof UnknownCustomer)) throw error;
    const second = await customerOf(ports, cards, accountId, context, first.customerId);
    const appended = [...first.appended, ...second.appended];
    return { result: await work(second.customerId), appended };
  }
}

/** @param unknown a customer that the provider does not know, null for none */
async function customerOf(
  ports: CustomerPorts,
  cards: Cards,
  accountId: string,
  context: CommandContext,
  unknown: string | null,
): Promise<{ readonly customerId: string; readonly appended: readonly PortalEnvelope[] }> {
  const account = await ports.load(accountStream(accountId), accountDecider);
  const known = account.status === 'none' ? null : cardsIn(account.cards, cards.livemode).customerId;
  if (known !== null && known !== unknown) return { customerId: known, appended: [] };
  const period = Math.floor(ports.now().getTime() / SAME_CUSTOMER_MS);
  const key = `customer/${accountId}/${unknown ?? 'first'}/${period}`;
  const customerId = await cards.createCustomer(accountId, key);
  const { appended } = await ports.execute({
    stream: accountStream(accountId),
    decider: accountDecider,
    command: { type: 'RecordStripeCustomer', livemode: cards.livemode, customerId },
    context: newCommand(ports.now(), context.actor, context.correlationId),
    accounts: [accountId],
  });
  return { customerId, appended };
}
