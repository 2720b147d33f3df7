import { APPROVAL_KIND_NAMES, APPROVAL_STATUSES, type ApprovalKind } from '@portal/domain/values';
import { z } from 'zod';
import type { Permission } from './permissions.ts';
import { requiredText } from './texts.ts';

/** What deciding about a request needs. */
export const permissionToDecide = (kind: ApprovalKind): Permission =>
  kind === 'erasure' ? 'erasure' : 'money';

/** Whether changes that need this permission may wait for a second member of staff. */
export const mayWait = (permission: Permission): boolean =>
  permission === 'money' || permission === 'people' || permission === 'sites';

/** A change that waits, or waited, for a second member of staff. Amounts are dollars. */
export const approvalRecordSchema = z.object({
  id: z.string(),
  kind: z.enum(APPROVAL_KIND_NAMES),
  /** What it gives away, of a rate cut for each month; null where no money is counted. */
  amount: z.number().nullable(),
  /** Null where it concerns no company. */
  account_id: z.string().nullable(),
  company_name: z.string().nullable(),
  /** Kind of the record that it changes, as in its stream: `invoice`, `account`; and its id. */
  about: z.string(),
  about_id: z.string(),
  /** Number of the invoice or order, name of the site; null for others. */
  about_name: z.string().nullable(),
  requested_by: z.string(),
  requested_by_name: z.string(),
  reason: z.string().nullable(),
  status: z.enum(APPROVAL_STATUSES),
  decided_by_name: z.string().nullable(),
  decided_at: z.string().nullable(),
  /** Why it was declined, or why it could not be carried out. */
  remark: z.string().nullable(),
  created_at: z.string(),
});
export type Approval = z.infer<typeof approvalRecordSchema>;

/** GET /api/admin/approvals/{id}: with what will be done. */
export const approvalDetailSchema = approvalRecordSchema.extend({
  /** What the request does, in words. */
  action: z.string(),
  /** Dollars that the same person gave the company on the same billing day in this way, without a second one. */
  given_that_day: z.number(),
  /** What was entered, by its name. */
  entries: z.array(z.object({ name: z.string(), value: z.string() })),
});
export type ApprovalDetail = z.infer<typeof approvalDetailSchema>;

/** POST /api/admin/approvals/{id}/decline. */
export const declineApprovalSchema = z.object({ reason: requiredText('Please give a reason') });

/** 202 in place of any answer of a change: it waits for a second member of staff. */
export const waitsForApprovalSchema = z.object({ approval_id: z.string(), message: z.string() });
export type WaitsForApproval = z.infer<typeof waitsForApprovalSchema>;
