import { z } from 'zod';
import { defineEvents, type EventsOf } from '../kernel/event.ts';
import { personal } from '../kernel/personal.ts';
import { centsShape } from '../kernel/shapes.ts';
import { streamCategory } from '../kernel/stream.ts';
import { APPROVAL_KIND_NAMES } from '../values/approvals.ts';

/** `approval-<id>`: one stream for each change that waits for a second member of staff. */
export const approvalStream = streamCategory('approval');

const ids = { approvalId: z.string() };

export const approvalEvents = defineEvents(
  {
    /** A member of staff asked for a change that needs a second one; nothing of it is done yet. */
    ApprovalRequested: {
      ...ids,
      kind: z.enum(APPROVAL_KIND_NAMES),
      /** What it gives away, of a rate cut for each month; null where no money is counted. */
      cents: centsShape.nullable(),
      /** The stream that it changes, e.g. `invoice-…`. */
      about: z.string(),
      /** The company that it concerns; null for none. */
      accountId: z.string().nullable(),
      /** User id. */
      requestedBy: z.string(),
      reason: z.string().nullable(),
      /** The request as it was sent, which is carried out later: method and path of the route, with the parts of the path. */
      route: z.string(),
      params: z.record(z.string(), z.string()),
      query: z.record(z.string(), z.string()),
      /** JSON of a body about a company; null without a company. */
      body: personal(z.string()).nullable(),
      /** JSON of a body about none, which holds no personal data; null with a company. */
      plainBody: z.string().nullable(),
    },
    ApprovalGiven: { ...ids, userId: z.string() },
    ApprovalDeclined: { ...ids, userId: z.string(), reason: z.string() },
    /** By the member of staff who asked. */
    ApprovalWithdrawn: { ...ids, userId: z.string() },
    /** The change was made. */
    ApprovalCarriedOut: ids,
    /** The portal refused the change when it was to be made, e.g. because the invoice was paid meanwhile. */
    ApprovalFailed: { ...ids, message: z.string() },
  },
  { ApprovalRequested: { personal: [{ subject: 'account', idField: 'accountId', fields: ['body'] }] } },
);
export type ApprovalEvent = EventsOf<typeof approvalEvents>;
