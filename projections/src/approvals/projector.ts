import type { ApprovalKind, ApprovalStatus } from '@portal/domain/values';
import { searchText } from '../query/searching.ts';
import type { GivenOf } from '../runtime/columns.ts';
import { type Column, cents, derived, instant, optional, text } from '../runtime/columns.ts';
import { defineProjection, type PortalEnvelope, type Rows } from '../runtime/definition.ts';
import { defineTable } from '../runtime/table.ts';

/** One row per change that waits, or waited, for a second member of staff. */
export const approvalsTable = defineTable({
  name: 'approvals',
  key: 'id',
  columns: {
    id: text,
    kind: text as Column<string> as Column<ApprovalKind>,
    /** Of a rate cut for each month; null where no money is counted. */
    cents: optional(cents),
    /** The stream that it changes. */
    about: text,
    account_id: optional(text),
    requested_by: text,
    reason: optional(text),
    status: text as Column<string> as Column<ApprovalStatus>,
    /** Who approved, declined or withdrew it. */
    decided_by: optional(text),
    decided_at: optional(instant),
    /** Why it was declined, or what the portal said when it was to be carried out. */
    remark: optional(text),
    created_at: instant,
    search: derived(text),
  },
  indexes: ['(status, created_at, id)', '(created_at, id)', '(account_id)', '(about)'],
  derive: (row) => ({ search: searchText(row.kind, row.reason) }),
});

type ApprovalRow = GivenOf<(typeof approvalsTable)['columns']>;

const change =
  <D extends { readonly approvalId: string }>(
    changed: (data: D, envelope: PortalEnvelope) => Partial<ApprovalRow>,
  ) =>
  (data: D, rows: { readonly approvals: Rows<ApprovalRow> }, envelope: PortalEnvelope): void =>
    rows.approvals.upsert(data.approvalId, (row) => row && { ...row, ...changed(data, envelope) });

/** Changes that a second member of staff decides about. */
export const approvals = defineProjection({
  name: 'approvals',
  version: 1,
  personal: false,
  tables: { approvals: approvalsTable },
  handlers: {
    ApprovalRequested: (
      { approvalId, kind, cents: amount, about, accountId, requestedBy, reason },
      rows,
      { metadata },
    ) =>
      rows.approvals.put({
        id: approvalId,
        kind,
        cents: amount,
        about,
        account_id: accountId,
        requested_by: requestedBy,
        reason,
        status: 'waiting',
        decided_by: null,
        decided_at: null,
        remark: null,
        created_at: metadata.recordedAt,
      }),
    ApprovalGiven: change(({ userId }, { metadata }) => ({
      status: 'approved',
      decided_by: userId,
      decided_at: metadata.recordedAt,
    })),
    ApprovalDeclined: change(({ userId, reason }, { metadata }) => ({
      status: 'declined',
      decided_by: userId,
      decided_at: metadata.recordedAt,
      remark: reason,
    })),
    ApprovalWithdrawn: change(({ userId }, { metadata }) => ({
      status: 'withdrawn',
      decided_by: userId,
      decided_at: metadata.recordedAt,
    })),
    ApprovalCarriedOut: change(() => ({ status: 'done' })),
    ApprovalFailed: change(({ message }) => ({ status: 'failed', remark: message })),
  },
});
