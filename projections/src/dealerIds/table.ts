import { integer, text } from '../runtime/columns.ts';
import { defineTable } from '../runtime/table.ts';

/** One row a dealer id that was ever given: a retired one is never given again. */
export const dealerIdsTable = defineTable({
  name: 'dealer_ids',
  key: 'dealer_id',
  columns: { dealer_id: text, number: integer, user_id: text },
  indexes: ['(number)'],
});
