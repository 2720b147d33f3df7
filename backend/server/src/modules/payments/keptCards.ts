import {
  type AutoPayConsent,
  accountDecider,
  accountStream,
  BusinessRefusal,
  type CardCommand,
  type CardDecline,
  cardsIn,
  type OpenAccountState,
  type SavedCard,
} from '@portal/domain';
import { type CausalChain, joinChains, NOTHING_APPENDED } from '../../kernel/causalChain.ts';
import { type CommandContext, newCommand } from '../../kernel/commandContext.ts';
import type { PortalEnvelope } from '../../kernel/execute.ts';
import { type Cards, CardsUnavailable, type KeptCard } from './cards.ts';
import { usableCard, withCustomer } from './customers.ts';
import { notConfigured } from './notConfigured.ts';
import type { PaymentPorts } from './paymentPorts.ts';

/** The card and consent that a company has in the mode it is in. */
export interface KeptCardState {
  readonly livemode: boolean;
  readonly card: SavedCard | null;
  readonly declined: CardDecline | null;
  readonly autoPay: AutoPayConsent | null;
}

/** The card a company keeps with the provider, one in each mode (decisions B25). */
export interface KeptCards {
  /** As the account's mode has it. @throws BusinessRefusal not_found */
  of(accountId: string): Promise<KeptCardState>;
  /**
   * Begins the set-up of a card.
   * @throws BusinessRefusal unprocessable 'Stripe not configured for {accountType} accounts'; CardsUnavailable
   */
  setUp(
    accountId: string,
    context: CommandContext,
  ): Promise<{ readonly clientSecret: string; readonly chain: CausalChain }>;
  /**
   * Keeps a card that a set-up of this company made; the one before it is given up.
   * @throws BusinessRefusal not_found for anybody else's, or none
   */
  save(
    accountId: string,
    made: Parameters<Cards['cardOfSetup']>[0],
    context: CommandContext,
  ): Promise<CausalChain>;
  /** Gives the card up, at the provider first. */
  remove(accountId: string, context: CommandContext): Promise<CausalChain>;
  consentToAutoPay(
    accountId: string,
    consent: { readonly userId: string; readonly version: string },
    context: CommandContext,
  ): Promise<CausalChain>;
  revokeAutoPay(accountId: string, userId: string, context: CommandContext): Promise<CausalChain>;
  /** A set-up of this customer was finished: its newest card is kept. False for a customer that is not ours. */
  keepNewest(customerId: string, livemode: boolean, context: CommandContext): Promise<boolean>;
  /** A card was taken from this customer. False for a customer that is not ours. */
  forget(
    customerId: string,
    paymentMethodId: string,
    livemode: boolean,
    context: CommandContext,
  ): Promise<boolean>;
}

const SET_UP_FAILED = 'Failed to set up payment method';

/** {@link KeptCards} over the account's stream and the card provider. */
export function createKeptCards(ports: PaymentPorts): KeptCards {
  const { execute, load } = ports;

  async function accountOf(accountId: string): Promise<OpenAccountState> {
    const account = await load(accountStream(accountId), accountDecider);
    if (account.status === 'none') throw new BusinessRefusal('not_found', 'Company not found');
    return account;
  }

  function configured(livemode: boolean): Cards {
    const cards = ports.cardsFor(livemode);
    if (cards === null) throw notConfigured(livemode);
    return cards;
  }

  /** The decider knows what is so already, so each command has an identity of its own. */
  async function decide(
    accountId: string,
    command: CardCommand,
    { actor, correlationId }: CommandContext,
  ): Promise<readonly PortalEnvelope[]> {
    const { appended } = await execute({
      stream: accountStream(accountId),
      decider: accountDecider,
      command,
      context: newCommand(ports.now(), actor, correlationId),
      accounts: [accountId],
    });
    return appended;
  }

  async function keep(
    accountId: string,
    cards: Cards,
    kept: KeptCard,
    context: CommandContext,
  ): Promise<CausalChain> {
    const { customerId } = kept;
    if (customerId === null) return NOTHING_APPENDED;
    const { livemode } = cards;
    const before = cardsIn((await accountOf(accountId)).cards, livemode).card;
    const { paymentMethodId, brand, last4, expMonth, expYear } = kept;
    const card = { customerId, paymentMethodId, brand, last4, expMonth, expYear };
    const appended = await decide(accountId, { type: 'SavePaymentMethod', livemode, card }, context);
    if (before !== null && before.paymentMethodId !== paymentMethodId) {
      await giveUp(cards, before.paymentMethodId);
    }
    return ports.followUp(appended);
  }

  /** A card that was replaced: what is still there of it is charged by nobody, so a failure waits for nothing. */
  async function giveUp(cards: Cards, paymentMethodId: string): Promise<void> {
    await cards.detach(paymentMethodId, `detach/${paymentMethodId}`).catch((error: unknown) => {
      ports.log.warn({ err: error }, 'a replaced card is still with the card provider');
    });
  }

  /** The account whose customer this is, as both the provider and our log say. */
  async function ownerOf(cards: Cards, customerId: string): Promise<string | null> {
    const accountId = await cards.accountOf(customerId);
    if (accountId === null) return null;
    const account = await load(accountStream(accountId), accountDecider);
    if (account.status === 'none') return null;
    return cardsIn(account.cards, cards.livemode).customerId === customerId ? accountId : null;
  }

  return {
    async of(accountId) {
      const account = await accountOf(accountId);
      const livemode = !account.isDemo;
      const inMode = cardsIn(account.cards, livemode);
      return { livemode, card: usableCard(inMode), declined: inMode.declined, autoPay: inMode.autoPay };
    },

    async setUp(accountId, context) {
      const cards = configured(!(await accountOf(accountId)).isDemo);
      try {
        const { result, appended } = await withCustomer(ports, cards, accountId, context, (customerId) =>
          cards.createSetup(customerId, `setup/${context.id}/${customerId}`),
        );
        return { ...result, chain: await ports.followUp(appended) };
      } catch (error) {
        if (error instanceof CardsUnavailable) {
          throw new CardsUnavailable(SET_UP_FAILED, { cause: error.cause });
        }
        throw error;
      }
    },

    async save(accountId, made, context) {
      const account = await accountOf(accountId);
      const cards = configured(!account.isDemo);
      const { customerId } = cardsIn(account.cards, cards.livemode);
      const kept = customerId === null ? null : await cards.cardOfSetup(made, customerId);
      if (kept === null) throw new BusinessRefusal('not_found', 'Payment method not found');
      return keep(accountId, cards, kept, context);
    },

    async remove(accountId, context) {
      const account = await accountOf(accountId);
      const livemode = !account.isDemo;
      const inMode = cardsIn(account.cards, livemode);
      if (inMode.card === null) return NOTHING_APPENDED;
      const { paymentMethodId } = inMode.card;
      // one of a customer that the provider no longer knows is gone already
      if (usableCard(inMode) !== null) {
        await configured(livemode).detach(paymentMethodId, `detach/${paymentMethodId}`);
      }
      const command = { type: 'RemovePaymentMethod', livemode, paymentMethodId } as const;
      return ports.followUp(await decide(accountId, command, context));
    },

    async consentToAutoPay(accountId, { userId, version }, context) {
      const account = await accountOf(accountId);
      const livemode = !account.isDemo;
      const consent = { userId, consentVersion: version, consentedAt: context.time };
      const usable = usableCard(cardsIn(account.cards, livemode)) !== null;
      // a card that can't be charged any more is as good as none
      const chain = usable ? NOTHING_APPENDED : await this.remove(accountId, context);
      const command = { type: 'ConsentToAutoPay', livemode, consent } as const;
      return joinChains(
        ports.compare,
        chain,
        await ports.followUp(await decide(accountId, command, context)),
      );
    },

    async revokeAutoPay(accountId, userId, context) {
      const livemode = !(await accountOf(accountId)).isDemo;
      return ports.followUp(await decide(accountId, { type: 'RevokeAutoPay', livemode, userId }, context));
    },

    async keepNewest(customerId, livemode, context) {
      const cards = configured(livemode);
      const accountId = await ownerOf(cards, customerId);
      if (accountId === null) return false;
      const newest = await cards.cardOfNewestSetup(customerId);
      if (newest !== null) await keep(accountId, cards, newest, context);
      return true;
    },

    async forget(customerId, paymentMethodId, livemode, context) {
      const accountId = await ownerOf(configured(livemode), customerId);
      if (accountId === null) return false;
      const command = { type: 'RemovePaymentMethod', livemode, paymentMethodId } as const;
      await ports.followUp(await decide(accountId, command, context));
      return true;
    },
  };
}
