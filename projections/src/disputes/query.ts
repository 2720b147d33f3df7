import { ACCOUNTS_VIEW, COMPANY_JOIN } from '../accounts/query.ts';
import { type ListDefinition, type ListPage, type ListQuery, readList } from '../query/list.ts';
import { optional, type RowOf, text } from '../runtime/columns.ts';
import type { Queryable } from '../runtime/select.ts';
import { viewName } from '../runtime/table.ts';
import { disputes } from './projector.ts';
import { disputesTable } from './table.ts';

export const DISPUTES_VIEW = viewName(disputesTable.name, disputes.version);

const { search: _search, ...own } = disputesTable.columns;
const columns = { ...own, company_name: optional(text) };

/** A questioned charge with its company's name. */
export type DisputeRow = RowOf<typeof columns>;

const definition: ListDefinition<typeof columns> = {
  columns,
  expressions: { company_name: 'a.company_name' },
  view: DISPUTES_VIEW,
  joins: COMPANY_JOIN,
  searchAlso: `t.account_id IN (SELECT c.id FROM ${ACCOUNTS_VIEW} c WHERE c.search LIKE ?)`,
  fields: ['id', 'status'],
  filters: {
    outcome: { sql: 't.outcome', kind: 'text' },
    account_id: { sql: 't.account_id', kind: 'text' },
    invoice_id: { sql: 't.invoice_id', kind: 'text' },
  },
  sorts: {
    invoice_number: 't.invoice_number',
    company_name: 'a.company_name_key',
    amount: 't.amount_cents',
    opened_at: 't.opened_at',
    // lists sort by created_at unless another field is given
    created_at: 't.opened_at',
    updated_at: 't.updated_at',
  },
  defaultSort: ['updated_at', 'DESC'],
};

/** Questioned charges, the last changed first. Freshness: `disputes`, `accounts`. @throws InvalidListQuery */
export function listDisputes(db: Queryable, query: ListQuery): Promise<ListPage<DisputeRow>> {
  return readList(db, definition, query);
}

/** One questioned charge, or null. Freshness: `disputes`, `accounts`. */
export async function disputeById(db: Queryable, id: string): Promise<DisputeRow | null> {
  const { rows } = await readList(db, definition, { filter: { id } });
  return rows[0] ?? null;
}
