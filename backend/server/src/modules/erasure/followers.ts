import { accountStream } from '@portal/domain';
import type { Logger } from 'pino';
import type { PortalEnvelope } from '../../kernel/execute.ts';
import type { Follower } from '../../platform/followers/runFollowers.ts';
import { type Cards, CardsRefused } from '../payments/module.ts';
import type { Erasure } from './erasure.ts';

/** Brings up what an erasure left over that broke off after its event. */
export function erasureFollower(erasure: Pick<Erasure, 'complete'>): Follower {
  return {
    name: 'erasure',
    types: ['PersonalDataErased'],
    handle: (envelope, signal) => erasure.complete(envelope, signal),
  };
}

/**
 * Has the card provider delete the customer of a company whose data is erased, in either mode, and the cards with it. A
 * provider that is out of reach holds up no other erasure of ours: this follows by itself.
 */
export function cardProviderErasureFollower(ports: {
  readonly readStream: (stream: string) => Promise<readonly PortalEnvelope[]>;
  readonly cardsFor: (livemode: boolean) => Cards | null;
  readonly log: Logger;
}): Follower {
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
          log.error(
            { customer: customerId, livemode },
            'no credentials to delete a customer at the card provider with',
          );
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
