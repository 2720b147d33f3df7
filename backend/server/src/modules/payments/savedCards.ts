import {
  accountDecider,
  accountStream,
  type CardCommand,
  type CardsInMode,
  cardsIn,
  onAccount,
  type SavedCard,
} from '@portal/domain';
import { type CausalChain, joinChains, NOTHING_APPENDED } from '../../kernel/causalChain.ts';
import type { CommandContext } from '../../kernel/commandContext.ts';
import type { PortalEnvelope } from '../../kernel/execute.ts';
import { found } from '../../kernel/found.ts';
import { runCommand } from '../../kernel/runCommand.ts';
import { openAccount } from '../companies/module.ts';
import { CardsUnavailable, UnknownCustomer } from './cards.ts';
import { configuredCards, nextCommand, type PaymentPorts } from './paymentPorts.ts';
import type { Cards } from './stripe/stripeCards.ts';

/**
 * Calls within this time share an idempotency key. The provider repeats a 500 under its key for a day, so later calls
 * need another one; an unused second customer does no harm.
 */
const SAME_CUSTOMER_MS = 10 * 60_000;

type CustomerPorts = Pick<PaymentPorts, 'execute' | 'load' | 'now'>;

/** The saved card, unless the provider no longer knows its customer. */
export function usableCard({ card, customerId }: CardsInMode): SavedCard | null {
  return card !== null && card.customerId === customerId ? card : null;
}

/**
 * Runs `work` with the account's customer in this mode (rule B25). Makes one at the first need, and again if the provider
 * no longer knows it, because keys were changed or a sandbox was cleared.
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

/** @param unknown a customer that the provider no longer knows; null for none */
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
    ...onAccount(accountId),
    command: { type: 'RecordStripeCustomer', livemode: cards.livemode, customerId },
    context: nextCommand(ports, context),
  });
  return { customerId, appended };
}

const SET_UP_FAILED = 'Failed to set up payment method';

export type SavedCards = ReturnType<typeof createSavedCards>;

/** The cards of companies at the provider, one in each mode (rule B25). */
export function createSavedCards(ports: PaymentPorts) {
  /** Each command has a new id; the decider ignores what is recorded already. */
  const decide = (accountId: string, command: CardCommand, context: CommandContext) =>
    runCommand(ports, { ...onAccount(accountId), command, context: nextCommand(ports, context) });

  /** What the company has in its current mode. @throws BusinessRefusal not_found */
  async function inCurrentMode(accountId: string) {
    const account = await openAccount(ports, accountId);
    const livemode = !account.isDemo;
    return { livemode, ...cardsIn(account.cards, livemode) };
  }

  async function keep(
    accountId: string,
    cards: Cards,
    card: SavedCard,
    context: CommandContext,
  ): Promise<CausalChain> {
    const { livemode } = cards;
    const before = cardsIn((await openAccount(ports, accountId)).cards, livemode).card?.paymentMethodId;
    const chain = await decide(accountId, { type: 'SavePaymentMethod', livemode, card }, context);
    if (before !== undefined && before !== card.paymentMethodId) {
      // nobody charges a replaced card, so a failure is only logged
      await cards.detach(before, `detach/${before}`).catch((error: unknown) => {
        ports.log.warn({ err: error }, 'a replaced card could not be removed at the card provider');
      });
    }
    return chain;
  }

  /** The account of a customer, if provider and log agree. */
  async function ownerOf(cards: Cards, customerId: string): Promise<string | null> {
    const accountId = await cards.accountOf(customerId);
    if (accountId === null) return null;
    const account = await ports.load(accountStream(accountId), accountDecider);
    if (account.status === 'none') return null;
    return cardsIn(account.cards, cards.livemode).customerId === customerId ? accountId : null;
  }

  return {
    /** Card and consent of a company in its current mode. @throws BusinessRefusal not_found */
    async of(accountId: string) {
      const inMode = await inCurrentMode(accountId);
      const { livemode, declined, autoPay } = inMode;
      return { livemode, card: usableCard(inMode), declined, autoPay };
    },

    /**
     * Begins the setup of a card.
     * @throws BusinessRefusal unprocessable 'Stripe not configured for {accountType} accounts'; CardsUnavailable
     */
    async setUp(accountId: string, context: CommandContext) {
      const cards = configuredCards(ports, !(await openAccount(ports, accountId)).isDemo);
      try {
        const { result, appended } = await withCustomer(ports, cards, accountId, context, (customerId) =>
          cards.createSetup(customerId, `setup/${context.id}/${customerId}`),
        );
        return { ...result, chain: await ports.followUp(appended) };
      } catch (error) {
        if (!(error instanceof CardsUnavailable)) throw error;
        throw new CardsUnavailable(SET_UP_FAILED, { cause: error.cause });
      }
    },

    /**
     * Saves a card from a setup of this company, in place of the one before.
     * @throws BusinessRefusal not_found for another company's, or none
     */
    async save(
      accountId: string,
      made: Parameters<Cards['cardOfSetup']>[0],
      context: CommandContext,
    ): Promise<CausalChain> {
      const { livemode, customerId } = await inCurrentMode(accountId);
      const cards = configuredCards(ports, livemode);
      const kept = customerId === null ? null : await cards.cardOfSetup(made, customerId);
      return keep(accountId, cards, found(kept, 'Payment method'), context);
    },

    /** Removes the card, at the provider first. */
    async remove(accountId: string, context: CommandContext): Promise<CausalChain> {
      const inMode = await inCurrentMode(accountId);
      if (inMode.card === null) return NOTHING_APPENDED;
      const { livemode } = inMode;
      const { paymentMethodId } = inMode.card;
      // the provider has removed the cards of customers it no longer knows
      if (usableCard(inMode) !== null) {
        await configuredCards(ports, livemode).detach(paymentMethodId, `detach/${paymentMethodId}`);
      }
      const command = { type: 'RemovePaymentMethod', livemode, paymentMethodId } as const;
      return decide(accountId, command, context);
    },

    async consentToAutoPay(
      accountId: string,
      { userId, version }: { readonly userId: string; readonly version: string },
      context: CommandContext,
    ): Promise<CausalChain> {
      const inMode = await inCurrentMode(accountId);
      const { livemode } = inMode;
      const consent = { userId, consentVersion: version, consentedAt: context.time };
      // a card that can no longer be charged is removed first
      const usable = usableCard(inMode) !== null;
      const chain = usable ? NOTHING_APPENDED : await this.remove(accountId, context);
      const command = { type: 'ConsentToAutoPay', livemode, consent } as const;
      return joinChains(ports.compare, chain, await decide(accountId, command, context));
    },

    async revokeAutoPay(accountId: string, userId: string, context: CommandContext): Promise<CausalChain> {
      const { livemode } = await inCurrentMode(accountId);
      return decide(accountId, { type: 'RevokeAutoPay', livemode, userId }, context);
    },

    /** Saves the newest card of a customer. False for a customer that is not ours. */
    async keepNewest(customerId: string, livemode: boolean, context: CommandContext): Promise<boolean> {
      const cards = configuredCards(ports, livemode);
      const accountId = await ownerOf(cards, customerId);
      if (accountId === null) return false;
      const newest = await cards.cardOfNewestSetup(customerId);
      if (newest !== null) await keep(accountId, cards, newest, context);
      return true;
    },

    /** Records that the provider renewed or removed a card. False for a customer that is not ours. */
    async recordChange(
      customerId: string,
      change: Extract<CardCommand, { type: 'UpdatePaymentMethod' | 'RemovePaymentMethod' }>,
      context: CommandContext,
    ): Promise<boolean> {
      const accountId = await ownerOf(configuredCards(ports, change.livemode), customerId);
      if (accountId === null) return false;
      await decide(accountId, change, context);
      return true;
    },
  };
}
