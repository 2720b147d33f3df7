import {
  type Approval,
  approvalDetailSchema,
  approvalRecordSchema,
  declineApprovalSchema,
  listQuerySchema,
  orIdAlone,
  paths,
} from '@portal/contract';
import { centsFromDollars, dollarsFromCents, formatDay, formatDollars, isDay } from '@portal/domain/values';
import {
  APPROVAL_READS,
  type ApprovalRow,
  approvalById,
  listApprovals,
  usersByIds,
} from '@portal/projections';
import { z } from 'zod';
import { found } from '../../kernel/found.ts';
import { answerFrom } from '../../platform/http/answerFrom.ts';
import { listAnswer } from '../../platform/http/listAnswer.ts';
import { type Route, route, routeNamed } from '../../platform/http/route.ts';
import {
  type ApprovalPorts,
  askedApproval,
  carryOut,
  decideApproval,
  givenThatDay,
  sentBody,
} from './approvals.ts';

const READS = [...APPROVAL_READS, 'users'];

/** Changes of staff that wait for a second person. */
export function approvalRoutes(ports: ApprovalPorts): Route[] {
  const { db } = ports;

  async function shown(rows: readonly ApprovalRow[]): Promise<Approval[]> {
    const ids = [...new Set(rows.flatMap((row) => [row.requested_by, row.decided_by ?? row.requested_by]))];
    const users = new Map((await usersByIds(db, ids, ports.today())).map((user) => [user.id, user]));
    const nameOf = (id: string) => {
      const user = users.get(id);
      return user?.name || user?.username || 'A former member of staff';
    };
    return rows.map((row) => {
      const dash = row.about.indexOf('-');
      return answerFrom(approvalRecordSchema, row, {
        amount: row.cents === null ? null : dollarsFromCents(row.cents),
        about: row.about.slice(0, dash),
        about_id: row.about.slice(dash + 1),
        requested_by_name: nameOf(row.requested_by),
        decided_by_name: row.decided_by === null ? null : nameOf(row.decided_by),
      });
    });
  }
  async function one(id: string) {
    const row = await approvalById(db, id);
    return row === null ? { id } : ((await shown([row]))[0] ?? { id });
  }

  return [
    route('GET', paths.admin.approvals, 'staff', {
      summary: 'Changes that wait, or waited, for a second member of staff',
      answers: { 200: z.array(approvalRecordSchema) },
      query: listQuerySchema,
      reads: READS,
      handler: async ({ query }) => {
        const { rows, total } = await listApprovals(db, { ...query, timeZone: ports.timeZone });
        return listAnswer('approvals', { rows: await shown(rows), total }, query.range?.[0]);
      },
    }),
    route('GET', paths.admin.approvalRequest, 'staff', {
      summary: 'One of them, with what will be done',
      answers: { 200: approvalDetailSchema },
      reads: READS,
      handler: async ({ params: { id } }) => {
        const [approval] = await shown([found(await approvalById(db, id), 'Approval')]);
        const asked = await askedApproval(ports, id);
        const line = routeNamed(ports.table(), asked.route);
        const action = line?.summary ?? asked.route;
        const given_that_day = await givenThatDay(ports, asked, String(approval?.created_at));
        return { body: { ...approval, action, given_that_day, entries: entriesOf(sentBody(asked)) } };
      },
    }),
    route('POST', paths.admin.approveRequest, 'money', {
      summary: 'Approve what a colleague asked for, which is done at once',
      answers: { 200: orIdAlone(approvalRecordSchema) },
      handler: async (request) => {
        const { caller, command, visible } = request;
        const { id } = request.params;
        await visible(
          await decideApproval(ports, caller, id, { type: 'Approve', userId: caller.id }, command),
        );
        await carryOut(ports, id, request);
        return { body: await one(id) };
      },
    }),
    route('POST', paths.admin.declineRequest, 'money', {
      summary: 'Decline what a colleague asked for',
      answers: { 200: orIdAlone(approvalRecordSchema) },
      body: declineApprovalSchema,
      handler: async ({ caller, params: { id }, body: { reason }, command, visible }) => {
        const decline = { type: 'Decline', userId: caller.id, reason } as const;
        await visible(await decideApproval(ports, caller, id, decline, command));
        return { body: await one(id) };
      },
    }),
    route('POST', paths.admin.withdrawRequest, 'answers', {
      summary: 'Withdraw what one asked for',
      answers: { 200: orIdAlone(approvalRecordSchema) },
      handler: async ({ caller, params: { id }, command, visible }) => {
        const withdraw = { type: 'Withdraw', userId: caller.id } as const;
        await visible(await decideApproval(ports, caller, id, withdraw, command));
        return { body: await one(id) };
      },
    }),
  ];
}

/** What was entered: each field with its value as text, without blanks. */
function entriesOf(body: unknown): { readonly name: string; readonly value: string }[] {
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([field, value]) => {
    if (value === null || value === '' || value === undefined) return [];
    const name = field
      .replaceAll('_', ' ')
      .replace(/([a-z])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`);
    return [{ name: name.charAt(0).toUpperCase() + name.slice(1), value: textOf(name, value) }];
  });
}

/** A value as people write it: `$60.00`, `Nov 2, 2026`, `Yes`. */
function textOf(name: string, value: unknown): string {
  if (typeof value === 'object') return JSON.stringify(value);
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  const text = String(value);
  if (/amount|rate$/i.test(name) && /^-?\d+(\.\d+)?$/.test(text))
    return formatDollars(centsFromDollars(Number(text)));
  return isDay(text) ? formatDay(text) : text;
}
