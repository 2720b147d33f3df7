import { ACCOUNTS_VIEW, COMPANY_JOIN, COMPANY_NAME } from '../accounts/query.ts';
import { recordsOf } from '../query/list.ts';
import { shownColumns } from '../query/rowSource.ts';
import { instant, optional, type RowOf, text } from '../runtime/columns.ts';
import { type Queryable, selectRows } from '../runtime/select.ts';
import { disputes, disputesTable } from './projector.ts';

export const DISPUTES_VIEW = disputes.views.disputes;

const columns = { ...shownColumns(disputesTable), company_name: COMPANY_NAME };

/** A questioned charge with its company's name. */
export type DisputeRow = RowOf<typeof columns>;

const { byId, list } = recordsOf({
  columns,
  view: DISPUTES_VIEW,
  joins: COMPANY_JOIN,
  searchAlso: `t.account_id IN (SELECT c.id FROM ${ACCOUNTS_VIEW} c WHERE c.search LIKE ?)`,
  // lists sort by created_at unless another field is given
  aliases: { created_at: 'opened_at' },
  sorts: { amount: 't.amount_cents' },
  defaultSort: ['updated_at', 'DESC'],
});

/** Questioned charges, the last changed first. Freshness: `disputes`, `accounts`. @throws InvalidListQuery */
export const listDisputes = list;

/** One questioned charge, or null. Freshness: `disputes`, `accounts`. */
export const disputeById = byId;

const QUESTION = { account_id: text, invoice_id: text, closed_at: optional(instant) };

/** Questions of these accounts, open ones with `closed_at` null. Freshness: `disputes`. */
export const questionsOf = (
  db: Queryable,
  accountIds: readonly string[],
): Promise<readonly RowOf<typeof QUESTION>[]> =>
  selectRows(
    db,
    QUESTION,
    `SELECT account_id, invoice_id, CASE WHEN status = 'closed' THEN closed_at END
     FROM ${DISPUTES_VIEW} WHERE account_id = ANY($1::text[])`,
    [accountIds],
  );
