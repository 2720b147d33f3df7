import { numberOfDealerId } from '@portal/domain/values';
import { integer, text } from '../runtime/columns.ts';
import { defineProjection } from '../runtime/definition.ts';
import { defineTable } from '../runtime/table.ts';

/** One row per dealer id ever assigned; none is assigned twice. */
export const dealerIdsTable = defineTable({
  name: 'dealer_ids',
  key: 'dealer_id',
  columns: { dealer_id: text, number: integer, user_id: text },
  indexes: ['(number)'],
});

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
