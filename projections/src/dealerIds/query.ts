import { dealerIdOfNumber } from '@portal/domain/values';
import { integer } from '../runtime/columns.ts';
import { type Queryable, selectColumn } from '../runtime/select.ts';
import { dealerIds } from './projector.ts';

export const DEALER_IDS_VIEW = dealerIds.views.dealerIds;

/**
 * The lowest dealer id that was never assigned, from KS0001; null when all 9,999 are used. Only a proposal: the id's own
 * stream decides who gets it. Freshness: `dealerIds`.
 */
export async function nextDealerId(db: Queryable): Promise<string | null> {
  const [number] = await selectColumn(
    db,
    integer,
    `SELECT before.number + 1 FROM (SELECT 0 AS number UNION ALL SELECT number FROM ${DEALER_IDS_VIEW}) AS before
     WHERE NOT EXISTS (SELECT FROM ${DEALER_IDS_VIEW} AS taken WHERE taken.number = before.number + 1)
     ORDER BY before.number LIMIT 1`,
  );
  return number === undefined ? null : dealerIdOfNumber(number);
}
