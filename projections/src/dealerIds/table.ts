import { integer, text } from '../runtime/columns.ts';
import { defineTable } from '../runtime/table.ts';

/** One row per dealer id ever assigned; none is assigned twice. */
export const dealerIdsTable = defineTable({
  name: 'dealer_ids',
  key: 'dealer_id',
  columns: { dealer_id: text, number: integer, user_id: text },
  indexes: ['(number)'],
});
