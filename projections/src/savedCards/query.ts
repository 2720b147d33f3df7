import type { Day } from '@portal/domain/values';
import { readerOf } from '../query/rowSource.ts';
import type { RowOf } from '../runtime/columns.ts';
import type { Queryable } from '../runtime/select.ts';
import { savedCards, savedCardsTable } from './projector.ts';

const { columns } = savedCardsTable;
export const SAVED_CARDS_VIEW = savedCards.views.cards;

/** SQL: the id of an account's saved card in its mode. */
export const savedCardIdSql = (accountId: string, isDemo: string): string =>
  `${accountId} || CASE WHEN ${isDemo} THEN ' demo' ELSE ' live' END`;

const read = readerOf({ columns, view: SAVED_CARDS_VIEW });

/** A saved card. */
export type SavedCardRow = RowOf<typeof columns>;

/** The cards of these accounts, of both modes. Freshness: `savedCards`. */
export function savedCardsOf(db: Queryable, accountIds: readonly string[]): Promise<readonly SavedCardRow[]> {
  return read(db, 'WHERE account_id = ANY($1::text[]) ORDER BY id', [accountIds]);
}

/** Cards that expire from `from` to `to`, both included. Freshness: `savedCards`. */
export function cardsExpiring(
  db: Queryable,
  { from, to }: { readonly from: Day; readonly to: Day },
): Promise<readonly SavedCardRow[]> {
  const rest = 'WHERE expires_on BETWEEN $1 AND $2 ORDER BY expires_on, id';
  return read(db, rest, [from, to]);
}
