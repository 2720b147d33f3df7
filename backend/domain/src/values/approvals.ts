/** What waits for a second member of staff where the settings ask for one, with labels. */
export const APPROVAL_KINDS = {
  refund: 'Refund',
  write_off: 'Write-off',
  credit: 'Credit',
  rate_cut: 'Rate cut',
  erasure: 'Erasure',
  reopened_month: 'Re-opened month',
} as const;

export type ApprovalKind = keyof typeof APPROVAL_KINDS;

export const APPROVAL_KIND_NAMES = Object.keys(APPROVAL_KINDS) as [ApprovalKind, ...ApprovalKind[]];

/** `waiting` for a decision; `approved` until it is carried out; `done`, or `failed` where the portal refused it then. */
export const APPROVAL_STATUSES = ['waiting', 'approved', 'done', 'failed', 'declined', 'withdrawn'] as const;
export type ApprovalStatus = (typeof APPROVAL_STATUSES)[number];
