import {
  askAboutChargeSchema,
  closeDisputeSchema,
  type Dispute,
  disputeReplySchema,
  disputeSchema,
  listQuerySchema,
  orIdAlone,
  paths,
} from '@portal/contract';
import { notFound } from '@portal/domain';
import { dollarsFromCents } from '@portal/domain/values';
import { type DisputeRow, disputeById, listDisputes } from '@portal/projections';
import { z } from 'zod';
import type { CommandPorts } from '../../kernel/commandPorts.ts';
import { found } from '../../kernel/found.ts';
import { given } from '../../kernel/given.ts';
import { answerFrom } from '../../platform/http/answerFrom.ts';
import { HttpProblem } from '../../platform/http/errors.ts';
import { listAnswer } from '../../platform/http/listAnswer.ts';
import { type Caller, type Route, route } from '../../platform/http/route.ts';
import type { ReadPorts } from '../../platform/readPorts.ts';
import type { BillingPorts } from '../billing/module.ts';
import { namedCorrection } from '../invoices/module.ts';
import { changeDispute, closeDispute, openDispute } from './disputes.ts';

const READS = ['disputes', 'accounts'];

/** Amounts are dollars (rule B14). */
const toDispute = (row: DisputeRow): Dispute =>
  answerFrom(disputeSchema, row, {
    amount: dollarsFromCents(row.amount_cents),
    settled_amount: dollarsFromCents(row.settled_cents),
    messages: [...row.messages],
  });

/** Administrators ask no questions themselves. */
const askerOf = ({ id, accountId, isAdmin }: Caller) => ({
  userId: id,
  accountId: isAdmin ? null : accountId,
});

export interface DisputePorts extends ReadPorts {
  readonly commands: CommandPorts;
  readonly billing: BillingPorts;
}

/** 'Question this charge': a dealer asks and answers, an administrator answers and settles. */
export function disputeRoutes(ports: DisputePorts): Route[] {
  const { commands, db } = ports;
  const one = async (id: string) => {
    const row = await disputeById(db, id);
    return row === null ? { id } : toDispute(row);
  };

  const reply = (path: (id: string) => string, access: 'paying' | 'answers', summary: string) =>
    route('POST', path, access, {
      summary,
      answers: { 201: orIdAlone(disputeSchema) },
      body: disputeReplySchema,
      handler: async ({ caller, params: { id }, body: { text }, command, visible }) => {
        const by = access === 'answers' ? 'admin' : 'dealer';
        const asker = by === 'admin' ? null : askerOf(caller);
        const said = { type: 'ReplyToDispute', userId: caller.id, by, text } as const;
        await visible(await changeDispute(commands, id, asker, said, command));
        return { status: 201, body: await one(id) };
      },
    });

  return [
    route('POST', paths.invoiceQuestions, 'paying', {
      summary: 'Question a charge of an invoice',
      answers: { 201: orIdAlone(disputeSchema) },
      body: askAboutChargeSchema,
      handler: async ({ caller, params, body, command, visible }) => {
        if (caller.isAdmin) throw new HttpProblem(403, 'Charges are questioned by the dealers who pay them.');
        const asked = await openDispute(commands, params.id, body, askerOf(caller), command);
        await visible(asked.chain);
        return { status: 201, body: await one(asked.disputeId) };
      },
    }),
    route('GET', paths.disputes, 'approved', {
      summary: "One's company's questions",
      answers: { 200: z.array(disputeSchema) },
      reads: READS,
      handler: async ({ caller: { accountId } }) => {
        if (accountId === null) return listAnswer('disputes', { rows: [], total: 0 });
        const { rows, total } = await listDisputes(db, { filter: { account_id: accountId } });
        return listAnswer('disputes', { rows: rows.map(toDispute), total });
      },
    }),
    route('GET', paths.dispute, 'approved', {
      summary: 'One of them',
      answers: { 200: disputeSchema },
      reads: READS,
      handler: async ({ caller, params }) => {
        const row = await disputeById(db, params.id);
        if (row === null || row.account_id !== caller.accountId) throw notFound('Question not found');
        return { body: toDispute(row) };
      },
    }),
    reply(paths.disputeReplies, 'paying', 'Reply to a question'),
    route('POST', paths.withdrawDispute, 'paying', {
      summary: 'Withdraw a question',
      answers: { 200: orIdAlone(disputeSchema) },
      handler: async ({ caller, params: { id }, command, visible }) => {
        const { id: userId } = caller;
        const end = { outcome: 'withdrawn', explanation: '', reissuedAs: null, amountCents: 0 } as const;
        const withdrawal = { type: 'CloseDispute', userId, ...end } as const;
        await visible(await changeDispute(commands, id, askerOf(caller), withdrawal, command));
        return { body: await one(id) };
      },
    }),
    route('GET', paths.admin.disputes, 'staff', {
      summary: 'Questions about charges',
      answers: { 200: z.array(disputeSchema) },
      query: listQuerySchema.extend({ status: z.enum(['open', 'closed']).optional() }),
      reads: READS,
      handler: async ({ query: { status, ...query } }) => {
        const filter = { ...query.filter, ...given({ status }) };
        const { rows, total } = await listDisputes(db, { ...query, filter });
        return listAnswer('disputes', { rows: rows.map(toDispute), total }, query.range?.[0]);
      },
    }),
    route('GET', paths.admin.dispute, 'staff', {
      summary: 'One question',
      answers: { 200: disputeSchema },
      reads: READS,
      handler: async ({ params }) => ({
        body: toDispute(found(await disputeById(db, params.id), 'Question')),
      }),
    }),
    reply(paths.admin.disputeReplies, 'answers', 'Answer a question'),
    route('POST', paths.admin.closeDispute, 'money', {
      summary: 'Settle a question: explained, reissued, refunded or credited',
      answers: { 200: orIdAlone(disputeSchema) },
      body: closeDisputeSchema,
      handler: async ({ caller, params: { id }, body, command, visible }) => {
        const settlement = { ...body, corrections: body.corrections?.map(namedCorrection) };
        const chains = await closeDispute(ports, id, settlement, caller.id, command);
        for (const chain of chains) await visible(chain);
        return { body: await one(id) };
      },
    }),
  ];
}
