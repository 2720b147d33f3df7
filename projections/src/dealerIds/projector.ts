import { numberOfDealerId } from '@portal/domain/values';
import { defineProjection } from '../runtime/definition.ts';
import { dealerIdsTable } from './table.ts';

/** Dealer ids that are used. */
export const dealerIds = defineProjection({
  name: 'dealerIds',
  version: 1,
  personal: false,
  tables: { dealerIds: dealerIdsTable },
  handlers: {
    DealerIdTaken: ({ dealerId, userId }, rows) => {
      const number = numberOfDealerId(dealerId);
      if (number === null) throw new Error(`${dealerId} is not a dealer id.`);
      rows.dealerIds.put({ dealer_id: dealerId, number, user_id: userId });
    },
  },
});
