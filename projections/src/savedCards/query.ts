import type { Day } from '@portal/domain/values';
import { type Queryable, selectRows } from '../query/select.ts';
import type { RowOf } from '../runtime/columns.ts';
import { viewName } from '../runtime/table.ts';
import { savedCards } from './projector.ts';
import { savedCardsTable } from './table.ts';

export const SAVED_CARDS_VIEW = viewName(savedCardsTable.name, savedCards.version);

const { columns } = savedCardsTable;
const SELECT = `SELECT ${Object.keys(columns).join(', ')} FROM ${SAVED_CARDS_VIEW}`;

/** A card as billing sees it. */
export type SavedCardRow = RowOf<typeof columns>;

/** The cards of these accounts, of both modes. Freshness: `savedCards`. */
export function savedCardsOf(db: Queryable, accountIds: readonly string[]): Promise<readonly SavedCardRow[]> {
  return selectRows(
    db,
    columns,
    `${SELECT} WHERE account_id = ANY($1::text[]) ORDER BY id`,
    [accountIds],
    'saved-cards-of',
  );
}

/** Cards whose last day is from `from` to `to`, both included. Freshness: `savedCards`. */
export function cardsExpiring(
  db: Queryable,
  { from, to }: { readonly from: Day; readonly to: Day },
): Promise<readonly SavedCardRow[]> {
  return selectRows(
    db,
    columns,
    `${SELECT} WHERE expires_on BETWEEN $1 AND $2 ORDER BY expires_on, id`,
    [from, to],
    'cards-expiring',
  );
}
