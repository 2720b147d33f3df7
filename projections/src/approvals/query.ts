import { ACCOUNTS_VIEW, COMPANY_JOIN, COMPANY_NAME } from '../accounts/query.ts';
import { DEALER_SITES_VIEW } from '../dealerSites/query.ts';
import { INVOICES_VIEW } from '../invoices/query.ts';
import { ORDERS_VIEW } from '../orders/query.ts';
import { recordsOf } from '../query/list.ts';
import { shownColumns } from '../query/rowSource.ts';
import { optional, type RowOf, readAs, text } from '../runtime/columns.ts';
import { approvals, approvalsTable } from './projector.ts';

export const APPROVALS_VIEW = approvals.views.approvals;

const ABOUT_ID = `substr(t.about, strpos(t.about, '-') + 1)`;

const columns = {
  ...shownColumns(approvalsTable),
  company_name: COMPANY_NAME,
  /** Number of the invoice or order, name of the site; null for others. */
  about_name: readAs(
    optional(text),
    `CASE split_part(t.about, '-', 1)
      WHEN 'invoice' THEN (SELECT i.invoice_number FROM ${INVOICES_VIEW} i WHERE i.id = ${ABOUT_ID})
      WHEN 'order' THEN (SELECT o.order_number FROM ${ORDERS_VIEW} o WHERE o.id = ${ABOUT_ID})
      WHEN 'site' THEN (SELECT s.site_name FROM ${DEALER_SITES_VIEW} s WHERE s.id = ${ABOUT_ID})
    END`,
  ),
};

/** A change that a second member of staff decides about, with what it is about. */
export type ApprovalRow = RowOf<typeof columns>;

const { byId, list } = recordsOf({
  columns,
  view: APPROVALS_VIEW,
  joins: COMPANY_JOIN,
  searchAlso: `t.account_id IN (SELECT c.id FROM ${ACCOUNTS_VIEW} c WHERE c.search LIKE ?)`,
  sorts: { amount: 't.cents' },
  defaultSort: ['created_at', 'DESC'],
});

/** Projections that lists of approvals read. */
export const APPROVAL_READS = ['approvals', 'accounts', 'invoices', 'orders', 'dealerSites'] as const;

/** Changes that wait, or waited, for a second member of staff, the newest first. Freshness: {@link APPROVAL_READS}. @throws InvalidListQuery */
export const listApprovals = list;

/** One of them, or null. Freshness: {@link APPROVAL_READS}. */
export const approvalById = byId;
