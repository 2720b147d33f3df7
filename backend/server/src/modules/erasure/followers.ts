import { accountStream } from '@portal/domain';
import { isOf } from '../../kernel/execute.ts';
import type { Follower } from '../../platform/followers/runFollowers.ts';
import { type CardProviders, CardsRefused } from '../payments/module.ts';
import type { Erasure } from './erasure.ts';
import type { ErasurePorts } from './ports.ts';

/** Completes erasures, also those interrupted after their event. */
export function erasureFollower(erasure: Pick<Erasure, 'complete'>): Follower {
  return {
    name: 'erasure',
    types: ['PersonalDataErased'],
    async handle(envelope, signal) {
      if (isOf(envelope, ['PersonalDataErased'])) await erasure.complete(envelope, signal);
    },
  };
}

/**
 * Has the card provider delete the customers and cards of an erased company, in both modes. A follower of its own, so
 * that an unavailable provider delays no erasure.
 */
export function cardProviderErasureFollower(
  ports: Pick<ErasurePorts, 'readStream' | 'log'> & Pick<CardProviders, 'cardsFor'>,
): Follower {
  const { log } = ports;
  return {
    name: 'cardProviderErasure',
    types: ['CompanyDataErased'],
    async handle({ event }) {
      if (event.type !== 'CompanyDataErased') return;
      const history = await ports.readStream(accountStream(event.data.accountId));
      for (const { event: past } of history) {
        if (past.type !== 'StripeCustomerCreated') continue;
        const { customerId, livemode } = past.data;
        const cards = ports.cardsFor(livemode);
        if (cards === null) {
          log.error({ customer: customerId, livemode }, 'no credentials to delete a card provider customer');
          continue;
        }
        try {
          await cards.deleteCustomer(customerId);
        } catch (error) {
          if (!(error instanceof CardsRefused)) throw error;
          log.error({ err: error, customer: customerId }, 'the card provider refused to delete a customer');
        }
      }
    },
  };
}
