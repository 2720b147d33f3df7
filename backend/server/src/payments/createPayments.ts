import {
  accountDecider,
  accountStream,
  BusinessRefusal,
  type Claimant,
  cardsIn,
  isOpenPayment,
  isSameClaimant,
  type PaymentState,
  paymentDecider,
  paymentStream,
  type SavedCard,
} from '@portal/domain';
import { sumCents } from '@portal/domain/values';
import { type CausalChain, joinChains, NOTHING_APPENDED } from '../commands/causalChain.ts';
import { type CommandContext, deriveId, newCommand } from '../commands/commandContext.ts';
import type { PortalEnvelope } from '../commands/execute.ts';
import { type CardIntent, type Cards, CardsUnavailable } from './cards.ts';
import { endFor, ownClaimant, startFor } from './claimants.ts';
import { usableCard, withCustomer } from './customers.ts';
import { notConfigured } from './notConfigured.ts';
import { oneByOne } from './oneByOne.ts';
import type { PaymentPorts } from './paymentPorts.ts';
import type { PaymentRequest, Payments, Settled } from './payments.ts';
import { recordFacts, recordIntent, type StartedPaymentState } from './recordIntent.ts';
import { startOfAttempt } from './startOfAttempt.ts';

/** Rounds of looking at what is there and beginning: each one ends an attempt of somebody else's or finds it ended. */
const MOST_ROUNDS = 6;
/** A card form that was open this long is taken to be given up, where automatic payment is due. */
const FORM_GIVEN_UP_MS = 30 * 60_000;

const IN_PROGRESS = 'A payment is being processed. Please wait until it is through.';
const SAVED_CARD_FAILED = 'Failed to process payment with saved card';
const INTENT_FAILED = 'Failed to create payment intent';

type Shares = PaymentRequest['shares'];

/** How an attempt stands once the provider was asked. */
interface Looked {
  readonly payment: StartedPaymentState;
  /** Null where the provider was never asked for one. */
  readonly intent: CardIntent | null;
  readonly chain: CausalChain;
}

/** {@link Payments} over the log and the card provider. */
export function createPayments(ports: PaymentPorts): Payments {
  const { execute, load } = ports;
  const inTurn = oneByOne();
  const join = (...chains: CausalChain[]) => joinChains(ports.compare, ...chains);
  const fresh = ({ actor, correlationId }: CommandContext) => newCommand(ports.now(), actor, correlationId);
  const paymentOf = (attemptId: string) => load(paymentStream(attemptId), paymentDecider);

  function configured(livemode: boolean): Cards {
    const cards = ports.cardsFor(livemode);
    if (cards === null) throw notConfigured(livemode);
    return cards;
  }

  async function accountOf(accountId: string) {
    const account = await load(accountStream(accountId), accountDecider);
    if (account.status === 'none') throw new BusinessRefusal('not_found', 'Company not found');
    return account;
  }

  /** Asks the provider how an attempt stands and records it. */
  async function look(payment: StartedPaymentState, context: CommandContext): Promise<Looked> {
    const cards = ports.cardsFor(payment.livemode);
    if (cards === null) {
      // no money is real in a sandbox that is gone; a live attempt is never given up unseen
      if (payment.livemode) throw notConfigured(true);
      return fail(payment, 'provider_gone', 'The payment was given up.', context);
    }
    const intent = await intentOf(cards, payment);
    if (intent === null) {
      if (payment.intentId === null) return { payment, intent, chain: NOTHING_APPENDED };
      ports.log.error({ attempt: payment.attemptId }, 'the card provider does not know a payment of ours');
      if (payment.livemode) throw new BusinessRefusal('conflict', IN_PROGRESS);
      return fail(payment, 'unknown_intent', 'The card provider does not know this payment.', context);
    }
    return { ...(await recordIntent(ports, payment, intent, context.correlationId)), intent };
  }

  async function intentOf(cards: Cards, payment: StartedPaymentState): Promise<CardIntent | null> {
    if (payment.intentId !== null) return cards.retrieveIntent(payment.intentId);
    const account = await accountOf(payment.accountId);
    const { customerId } = cardsIn(account.cards, payment.livemode);
    return customerId === null ? null : cards.findIntent(payment.attemptId, customerId);
  }

  async function fail(
    payment: StartedPaymentState,
    code: string,
    message: string,
    context: CommandContext,
  ): Promise<Looked> {
    const by = { actorId: payment.attemptId, correlationId: context.correlationId };
    const recorded = await recordFacts(ports, payment, [{ type: 'FailPayment', code, message }], by);
    return { ...recorded, intent: null };
  }

  /** Takes an open attempt out of the way, unless the provider is at it. */
  async function cancel(looked: Looked, context: CommandContext): Promise<Looked> {
    const { payment, intent } = looked;
    if (!isOpenPayment(payment)) return looked;
    if (intent?.status === 'processing') throw new BusinessRefusal('conflict', IN_PROGRESS);
    if (intent === null) {
      return fail(
        payment,
        'abandoned',
        'The payment was given up before it reached the card provider.',
        context,
      );
    }
    const canceled = await configured(payment.livemode).cancelIntent(
      intent.id,
      `cancel/${payment.attemptId}`,
    );
    const recorded = await recordIntent(ports, payment, canceled, context.correlationId);
    return { ...recorded, intent: canceled, chain: join(looked.chain, recorded.chain) };
  }

  async function startInTurn(request: PaymentRequest, context: CommandContext) {
    const shares = [...request.shares].sort((a, b) => (a.id < b.id ? -1 : 1));
    const amountCents = sumCents(shares.map((share) => share.amountCents));
    let before = NOTHING_APPENDED;
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      const account = await accountOf(request.accountId);
      const livemode = !account.isDemo;
      const cards = configured(livemode);
      const card = usableCard(cardsIn(account.cards, livemode));
      if (request.how === 'auto_pay' && card === null) {
        throw new BusinessRefusal('unprocessable', 'There is no saved card to charge.');
      }
      const opening = { ...request, shares, amountCents, livemode };
      const found = await openAttempt(opening, context);
      before = join(before, found.chain);
      if (found.kind === 'again') continue;
      if (found.kind === 'paid') return { ...answer(found.payment, found.intent, null), chain: before };
      const attemptId = found.attemptId ?? (await unusedAttemptId(context));
      const begun = await begin(attemptId, opening, context);
      before = join(before, begun.chain);
      if (begun.payment === null) continue;
      const went = await goOn(
        { cards, card, request, payment: begun.payment, intent: found.intent },
        context,
      );
      return { ...went, chain: join(before, went.chain) };
    }
    throw new BusinessRefusal('conflict', IN_PROGRESS);
  }

  /** What is to be done about the attempts that the claimants have open. */
  async function openAttempt(
    request: Opening,
    context: CommandContext,
  ): Promise<
    | { readonly kind: 'again'; readonly chain: CausalChain }
    | {
        readonly kind: 'paid';
        readonly payment: StartedPaymentState;
        readonly intent: CardIntent;
        readonly chain: CausalChain;
      }
    | {
        readonly kind: 'free';
        readonly attemptId: string | null;
        readonly intent: CardIntent | null;
        readonly chain: CausalChain;
      }
  > {
    const { shares, accountId } = request;
    const states = await Promise.all(shares.map((share) => ownClaimant(load, share, accountId)));
    const attempts = [...new Set(states.flatMap(({ openAttempt }) => openAttempt ?? []))];
    const [only] = attempts;
    let chain = NOTHING_APPENDED;
    if (only === undefined) return { kind: 'free', attemptId: null, intent: null, chain };
    for (const attemptId of attempts) {
      const payment = await paymentOf(attemptId);
      if (payment.status === 'none') {
        // the provider was not asked yet: whoever began it, one of us goes on
        if (attempts.length === 1) return { kind: 'free', attemptId, intent: null, chain };
        const ended = { attemptId, accountId, message: 'The payment was given up before it began.' };
        for (const share of shares) {
          chain = join(chain, await ports.followUp(await endFor(execute, share, ended, fresh(context))));
        }
        continue;
      }
      const looked = await look(payment, context);
      chain = join(chain, looked.chain);
      if (looked.payment.status === 'succeeded' && looked.intent !== null) {
        if (isFor(looked.payment, request)) {
          return { kind: 'paid', payment: looked.payment, intent: looked.intent, chain };
        }
        continue;
      }
      if (looked.intent?.status === 'processing') throw new BusinessRefusal('conflict', IN_PROGRESS);
      const reused = attempts.length === 1 && isOpenPayment(looked.payment) && isFor(looked.payment, request);
      if (reused && request.how !== 'auto_pay') {
        return { kind: 'free', attemptId, intent: looked.intent, chain };
      }
      if (request.how === 'auto_pay') refuseWhileFormIsOpen(looked.payment);
      chain = join(chain, (await cancel(looked, context)).chain);
    }
    return { kind: 'again', chain };
  }

  function refuseWhileFormIsOpen(payment: StartedPaymentState): void {
    const began = startOfAttempt(payment.attemptId);
    if (!isOpenPayment(payment) || began === null) return;
    if (ports.now().getTime() - began.getTime() < FORM_GIVEN_UP_MS) {
      throw new BusinessRefusal('conflict', IN_PROGRESS);
    }
  }

  /** An id for a new attempt: the command's own, or the next of its own where that one is over. */
  async function unusedAttemptId(context: CommandContext): Promise<string> {
    for (let count = 0; ; count += 1) {
      const attemptId = deriveId(context, count === 0 ? 'payment' : `payment ${count + 1}`);
      if ((await paymentOf(attemptId)).status === 'none') return attemptId;
    }
  }

  /** Puts the attempt into the log; a null payment where somebody else was first. */
  async function begin(
    attemptId: string,
    { accountId, userId, amountCents, livemode, how, shares }: Opening,
    context: CommandContext,
  ): Promise<{ readonly payment: StartedPaymentState | null; readonly chain: CausalChain }> {
    const command = {
      type: 'StartPayment',
      attemptId,
      accountId,
      userId,
      amountCents,
      livemode,
      how,
      shares,
    } as const;
    // an amount that can't be paid by card is refused before anything is begun
    paymentDecider.decide(command, paymentDecider.initialState);
    const appended: PortalEnvelope[] = [];
    const begun: Claimant[] = [];
    for (const share of shares) {
      try {
        const attempt = { attemptId, accountId, how };
        appended.push(...(await startFor(execute, share, attempt, fresh(context))));
        begun.push(share);
      } catch (error) {
        if (!(error instanceof BusinessRefusal)) throw error;
        const ended = { attemptId, accountId, message: 'Another payment was begun at the same time.' };
        for (const one of begun) appended.push(...(await endFor(execute, one, ended, fresh(context))));
        const chain = await ports.followUp(appended);
        const state = await ownClaimant(load, share, accountId);
        if (state.openAttempt !== null && state.openAttempt !== attemptId) return { payment: null, chain };
        throw error;
      }
    }
    const started = await execute({
      stream: paymentStream(attemptId),
      decider: paymentDecider,
      command,
      context: fresh(context),
      accounts: [accountId],
    });
    const chain = await ports.followUp([...appended, ...started.appended]);
    const payment = started.state;
    // somebody else's beginning of the same attempt may have been for something else
    const ours =
      payment.status !== 'none' &&
      isOpenPayment(payment) &&
      isFor(payment, { amountCents, livemode, shares });
    return { payment: ours ? payment : null, chain };
  }

  /** Intent, its id in the log, and only then the charge. */
  async function goOn(
    went: {
      readonly cards: Cards;
      readonly card: SavedCard | null;
      readonly request: PaymentRequest;
      readonly payment: StartedPaymentState;
      readonly intent: CardIntent | null;
    },
    context: CommandContext,
  ) {
    const { cards, card, request } = went;
    const { payment, intent, chain } =
      went.intent !== null && went.payment.intentId !== null
        ? { payment: went.payment, intent: went.intent, chain: NOTHING_APPENDED }
        : await withIntent(went, context);
    if (request.how === 'card_form' || card === null) return { ...answer(payment, intent, null), chain };
    const charged = await charge(cards, payment, intent, card, request.how === 'auto_pay');
    const recorded = await recordIntent(ports, payment, charged.intent, context.correlationId);
    const message =
      recorded.payment.status === 'succeeded'
        ? null
        : (charged.intent.decline?.message ?? (charged.lost ? SAVED_CARD_FAILED : null));
    return { ...answer(recorded.payment, charged.intent, message), chain: join(chain, recorded.chain) };
  }

  async function withIntent(
    went: {
      readonly cards: Cards;
      readonly request: PaymentRequest;
      readonly payment: StartedPaymentState;
      readonly intent: CardIntent | null;
    },
    context: CommandContext,
  ) {
    const { cards, request, payment } = went;
    const { attemptId, accountId, amountCents } = payment;
    const { description } = request;
    try {
      const made = await withCustomer(
        ports,
        cards,
        accountId,
        context,
        async (customerId) =>
          went.intent ?? (await cards.createIntent({ attemptId, customerId, amountCents, description })),
      );
      const customer = await ports.followUp(made.appended);
      const intent = made.result;
      const facts = [{ type: 'RecordPaymentIntent', intentId: intent.id } as const];
      const by = { actorId: intent.id, correlationId: context.correlationId };
      const recorded = await recordFacts(ports, payment, facts, by);
      return { payment: recorded.payment, intent, chain: join(customer, recorded.chain) };
    } catch (error) {
      if (error instanceof CardsUnavailable)
        throw new CardsUnavailable(INTENT_FAILED, { cause: error.cause });
      throw error;
    }
  }

  /**
   * Charges a kept card. An answer that was lost is looked up; `lost` where the provider, too, knows of no charge.
   * The key names the decline before, so that the same card may be tried again after one.
   */
  async function charge(
    cards: Cards,
    payment: StartedPaymentState,
    intent: CardIntent,
    card: SavedCard,
    offSession: boolean,
  ): Promise<{ readonly intent: CardIntent; readonly lost: boolean }> {
    if (intent.status === 'succeeded' || intent.status === 'canceled' || intent.status === 'processing') {
      return { intent, lost: false };
    }
    const after = payment.lastDecline?.chargeId ?? payment.lastDecline?.code ?? 'first';
    const key = `confirm/${payment.attemptId}/${card.paymentMethodId}/${after}`;
    try {
      const confirmed = await cards.confirmWithCard(intent.id, card.paymentMethodId, { key, offSession });
      return { intent: confirmed, lost: false };
    } catch (error) {
      if (!(error instanceof CardsUnavailable)) throw error;
      ports.log.warn({ err: error, attempt: payment.attemptId }, 'the answer to a charge was lost');
      const found = await cards.retrieveIntent(intent.id).catch((second: unknown) => {
        if (second instanceof CardsUnavailable) {
          throw new CardsUnavailable(SAVED_CARD_FAILED, { cause: second.cause });
        }
        throw second;
      });
      return { intent: found ?? intent, lost: found?.status !== 'succeeded' };
    }
  }

  function answer(payment: StartedPaymentState, intent: CardIntent, message: string | null) {
    const success = payment.status === 'succeeded';
    const formTakesOver = intent.status === 'needs_card' || intent.status === 'needs_action';
    return {
      started: {
        success,
        status: intent.providerStatus,
        clientSecret: formTakesOver ? intent.clientSecret : null,
        paymentIntentId: intent.id,
        message,
      },
      attemptId: payment.attemptId,
    };
  }

  return {
    cardsFor: (livemode) => ports.cardsFor(livemode),

    start: (request, context) => inTurn(request.accountId, () => startInTurn(request, context)),

    async settle(intentId, livemode, context) {
      const cards = ports.cardsFor(livemode);
      const intent = (await cards?.retrieveIntent(intentId)) ?? null;
      if (intent === null || intent.attemptId === null) return null;
      const payment = await paymentOf(intent.attemptId);
      if (payment.status === 'none') return null;
      const recorded = await recordIntent(ports, payment, intent, context.correlationId);
      return settledAs(recorded.payment, intent, recorded.chain);
    },

    async withdraw(claimants, accountId, context) {
      let chain = NOTHING_APPENDED;
      for (const claimant of claimants) {
        const { openAttempt } = await ownClaimant(load, claimant, accountId);
        if (openAttempt === null) continue;
        const payment = await paymentOf(openAttempt);
        if (payment.status === 'none') {
          const ended = {
            attemptId: openAttempt,
            accountId,
            message: 'The payment was given up before it began.',
          };
          chain = join(chain, await ports.followUp(await endFor(execute, claimant, ended, fresh(context))));
          continue;
        }
        chain = join(chain, (await cancel(await look(payment, context), context)).chain);
      }
      return chain;
    },

    async giveUp(attemptId, context) {
      const payment = await paymentOf(attemptId);
      if (payment.status === 'none' || !isOpenPayment(payment)) return NOTHING_APPENDED;
      return (await cancel(await look(payment, context), context)).chain;
    },

    async look(attemptId, context) {
      const payment = await paymentOf(attemptId);
      if (payment.status === 'none') return null;
      const looked = await look(payment, context);
      return settledAs(looked.payment, looked.intent, looked.chain);
    },
  };
}

type Opening = PaymentRequest & { readonly amountCents: number; readonly livemode: boolean };

function isFor(
  payment: StartedPaymentState,
  {
    amountCents,
    livemode,
    shares,
  }: { readonly amountCents: number; readonly livemode: boolean; readonly shares: Shares },
): boolean {
  if (payment.amountCents !== amountCents || payment.livemode !== livemode) return false;
  if (payment.shares.length !== shares.length) return false;
  return shares.every((share) =>
    payment.shares.some((one) => isSameClaimant(one, share) && one.amountCents === share.amountCents),
  );
}

function settledAs(payment: StartedPaymentState, intent: CardIntent | null, chain: CausalChain): Settled {
  const { attemptId, accountId, shares } = payment;
  const claimants = shares.map(({ kind, id }) => ({ kind, id }));
  return { attemptId, accountId, claimants, chain, ...standing(payment, intent) };
}

function standing(payment: Exclude<PaymentState, { status: 'none' }>, intent: CardIntent | null) {
  switch (payment.status) {
    case 'succeeded':
      return { status: 'succeeded', message: null } as const;
    case 'failed':
      return { status: 'failed', message: 'The payment was canceled.' } as const;
    case 'declined':
      // another card, or an answer to the bank's question, may be on its way
      return intent?.status === 'processing' || intent?.status === 'needs_action'
        ? ({ status: 'processing', message: null } as const)
        : ({ status: 'declined', message: payment.lastDecline?.message ?? null } as const);
    case 'started':
      return { status: 'processing', message: null } as const;
  }
}
