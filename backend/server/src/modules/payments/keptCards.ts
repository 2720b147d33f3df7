import {
  type AutoPayConsent,
  accountDecider,
  accountStream,
  BusinessRefusal,
  type CardCommand,
  type CardDecline,
  type CardsInMode,
  cardsIn,
  type OpenAccountState,
  type SavedCard,
} from '@portal/domain';
import { type CausalChain, joinChains, NOTHING_APPENDED } from '../../kernel/causalChain.ts';
import { type CommandContext, newCommand } from '../../kernel/commandContext.ts';
import type { PortalEnvelope } from '../../kernel/execute.ts';
import { type Cards, CardsUnavailable, type KeptCard, notConfigured, UnknownCustomer } from './cards.ts';
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
 * Runs `work` with the account's customer in this mode, made at the first need (rule B25). Where the provider
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

/** The card and consent that a company has in the mode it is in. */
export interface KeptCardState {
  readonly livemode: boolean;
  readonly card: SavedCard | null;
  readonly declined: CardDecline | null;
  readonly autoPay: AutoPayConsent | null;
}

/** The card a company keeps with the provider, one in each mode (rule B25). */
export interface KeptCards {
  /**
   * Of the account's mode.
   * @throws BusinessRefusal not_found
   */
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
      ports.log.warn({ err: error }, 'a replaced card could not be removed at the card provider');
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
