import { type ByType, byType } from '../kernel/byType.ts';
import { isUnchanged } from '../kernel/changes.ts';
import { unprocessable } from '../kernel/decider.ts';
import type { EventsOf, FieldsOf } from '../kernel/event.ts';
import type { cardEvents } from './cardEvents.ts';

export type CardEvent = EventsOf<typeof cardEvents>;

type Fields<Type extends CardEvent['type']> = FieldsOf<CardEvent, Type, 'accountId' | 'livemode'>;

export type SavedCard = Fields<'PaymentMethodSaved'>;
/** All that is stored of a card. */
export type CardDetails = Omit<SavedCard, 'customerId' | 'paymentMethodId'>;

export type AutoPayConsent = Fields<'AutoPayConsented'>;

/** The decline of the saved card's last charge. */
export interface CardDecline {
  /** The billing day. */
  readonly on: string;
  /** The provider's text for the payer. */
  readonly message: string;
}

/** A company's data at the provider in one mode. */
export interface CardsInMode {
  readonly customerId: string | null;
  readonly card: SavedCard | null;
  /** When the provider last renewed the saved card, as an ISO instant; null for never. */
  readonly updatedAt: string | null;
  /** Null unless the saved card's last charge was declined. */
  readonly declined: CardDecline | null;
  readonly autoPay: AutoPayConsent | null;
}

/** Modes are separate (rule B25): a sandbox card is never charged live, and a consent holds in its own mode. */
export interface AccountCards {
  readonly demo: CardsInMode;
  readonly live: CardsInMode;
}

const NONE: CardsInMode = { customerId: null, card: null, updatedAt: null, declined: null, autoPay: null };
export const NO_CARDS: AccountCards = { demo: NONE, live: NONE };

export function cardsIn(cards: AccountCards, livemode: boolean): CardsInMode {
  return livemode ? cards.live : cards.demo;
}

/** Commands about cards, each in one mode; no other command of an account has `livemode`. */
export type CardCommand =
  | { readonly type: 'RecordStripeCustomer'; readonly livemode: boolean; readonly customerId: string }
  | { readonly type: 'SavePaymentMethod'; readonly livemode: boolean; readonly card: SavedCard }
  | {
      /** The provider renewed a card, under the same payment method. */
      readonly type: 'UpdatePaymentMethod';
      readonly livemode: boolean;
      readonly paymentMethodId: string;
      readonly details: CardDetails;
      /** ISO instant: an update from before the last one is ignored. */
      readonly updatedAt: string;
    }
  | {
      /** `paymentMethodId`: the one the provider detached; null for the saved one, whichever it is. */
      readonly type: 'RemovePaymentMethod';
      readonly livemode: boolean;
      readonly paymentMethodId: string | null;
    }
  | {
      readonly type: 'RecordCardDecline';
      readonly livemode: boolean;
      readonly paymentMethodId: string;
      readonly decline: CardDecline;
    }
  | { readonly type: 'RecordCardCharge'; readonly livemode: boolean; readonly paymentMethodId: string }
  | { readonly type: 'ConsentToAutoPay'; readonly livemode: boolean; readonly consent: AutoPayConsent }
  /** `userId`: who revokes it; null for the portal itself. */
  | { readonly type: 'RevokeAutoPay'; readonly livemode: boolean; readonly userId: string | null };

export function decideCards(
  command: CardCommand,
  accountId: string,
  cards: AccountCards,
): readonly CardEvent[] {
  const { livemode } = command;
  const { customerId, card, updatedAt, declined, autoPay } = cardsIn(cards, livemode);
  const inMode = { accountId, livemode };
  switch (command.type) {
    case 'RecordStripeCustomer':
      return customerId === command.customerId
        ? []
        : [{ type: 'StripeCustomerCreated', data: { ...inMode, customerId: command.customerId } }];
    case 'SavePaymentMethod':
      return card && isUnchanged(card, command.card)
        ? []
        : [{ type: 'PaymentMethodSaved', data: { ...inMode, ...command.card } }];
    case 'UpdatePaymentMethod': {
      const { paymentMethodId, details } = command;
      if (card?.paymentMethodId !== paymentMethodId || isUnchanged(card, details)) return [];
      if (updatedAt !== null && command.updatedAt < updatedAt) return [];
      const { brand, last4, expMonth, expYear } = details;
      const updated = { paymentMethodId, brand, last4, expMonth, expYear, updatedAt: command.updatedAt };
      return [{ type: 'PaymentMethodUpdated', data: { ...inMode, ...updated } }];
    }
    case 'RemovePaymentMethod': {
      if (!card) return [];
      const { paymentMethodId } = card;
      if (command.paymentMethodId !== null && command.paymentMethodId !== paymentMethodId) return [];
      const removed: CardEvent = { type: 'PaymentMethodRemoved', data: { ...inMode, paymentMethodId } };
      // consent was given for this card: another one needs a new consent
      return autoPay ? [removed, { type: 'AutoPayRevoked', data: { ...inMode, userId: null } }] : [removed];
    }
    case 'RecordCardDecline': {
      const { paymentMethodId, decline } = command;
      if (card?.paymentMethodId !== paymentMethodId) return [];
      if (declined !== null && isUnchanged(declined, decline)) return [];
      const { on: declinedOn, message } = decline;
      return [{ type: 'PaymentMethodDeclined', data: { ...inMode, paymentMethodId, declinedOn, message } }];
    }
    case 'RecordCardCharge': {
      const { paymentMethodId } = command;
      if (declined === null || card?.paymentMethodId !== paymentMethodId) return [];
      return [{ type: 'PaymentMethodAccepted', data: { ...inMode, paymentMethodId } }];
    }
    case 'ConsentToAutoPay':
      if (autoPay) return [];
      if (!card) {
        throw unprocessable('Please add a payment method before you turn on automatic payments.');
      }
      return [{ type: 'AutoPayConsented', data: { ...inMode, ...command.consent } }];
    case 'RevokeAutoPay':
      return autoPay ? [{ type: 'AutoPayRevoked', data: { ...inMode, userId: command.userId } }] : [];
  }
}

export function evolveCards(cards: AccountCards, event: CardEvent): AccountCards {
  const mode = event.data.livemode ? 'live' : 'demo';
  return { ...cards, [mode]: byType(EVOLVE, cards[mode], event) };
}

const EVOLVE: ByType<CardEvent, CardsInMode, CardsInMode> = {
  StripeCustomerCreated: (mode, { data: { customerId } }) => ({ ...mode, customerId }),
  PaymentMethodSaved: (mode, { data: { customerId, paymentMethodId, brand, last4, expMonth, expYear } }) => ({
    ...mode,
    card: { customerId, paymentMethodId, brand, last4, expMonth, expYear },
    updatedAt: null,
    declined: null,
  }),
  PaymentMethodUpdated: (mode, { data: { brand, last4, expMonth, expYear, updatedAt } }) => {
    const card = mode.card && { ...mode.card, brand, last4, expMonth, expYear };
    return { ...mode, card, updatedAt, declined: null };
  },
  PaymentMethodRemoved: (mode) => ({ ...mode, card: null, updatedAt: null, declined: null }),
  PaymentMethodDeclined: (mode, { data: { declinedOn: on, message } }) => ({
    ...mode,
    declined: { on, message },
  }),
  PaymentMethodAccepted: (mode) => ({ ...mode, declined: null }),
  AutoPayConsented: (mode, { data: { userId, consentVersion, consentedAt } }) => ({
    ...mode,
    autoPay: { userId, consentVersion, consentedAt },
  }),
  AutoPayRevoked: (mode) => ({ ...mode, autoPay: null }),
};
