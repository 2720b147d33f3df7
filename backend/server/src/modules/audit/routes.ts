import {
  activityQuerySchema,
  activitySchema,
  auditKindSchema,
  emptySchema,
  evidenceSchema,
  exportedSchema,
  invoiceReplaySchema,
  ownReplaySchema,
  paths,
  stateAtSchema,
  timelineEntrySchema,
  whatIfSchema,
} from '@portal/contract';
import { notFound } from '@portal/domain';
import { z } from 'zod';
import { download, turnFor } from '../../platform/http/download.ts';
import { HttpProblem } from '../../platform/http/errors.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { recordExport } from '../companies/module.ts';
import { readableInvoice } from '../invoices/module.ts';
import { readActivity } from './activity.ts';
import { evidenceFor, evidencePaper } from './evidence.ts';
import type { AuditRoutePorts } from './ports.ts';
import { ownReplay, replayInvoice, type WhatIf } from './replayInvoice.ts';
import { type Moment, stateAt } from './stateAt.ts';
import { timelineOf, timelineOfCompany } from './timeline.ts';

const number = z.coerce.number({ error: 'Please enter a number' }).int().min(0).max(Number.MAX_SAFE_INTEGER);

const timelineQuery = z.object({
  /** For a company: its sites, orders and invoices too. */
  scope: z.enum(['own', 'all']).default('own'),
  /** With `scope=all`: only events before this number. */
  before: number.optional(),
});

const momentQuery = z
  .object({
    seq: number.optional(),
    at: z
      .string()
      .refine((text) => !Number.isNaN(Date.parse(text)), 'Please enter a date and time')
      .transform((text) => new Date(text).toISOString())
      .optional(),
  })
  .refine(({ seq, at }) => (seq === undefined) !== (at === undefined), 'Please give either seq or at');

/**
 * The audit: the timeline of a record, its state at any moment, invoices replayed from the log, and what people did. Dealers
 * read the replay of their own invoices, administrators everything. Read-only.
 */
export function auditRoutes(ports: AuditRoutePorts): Route[] {
  const kindOf = (kind: string) => {
    const known = auditKindSchema.safeParse(kind);
    if (!known.success) throw notFound('There is no timeline of this kind');
    return known.data;
  };
  return [
    route('POST', paths.admin.exports, 'staff', {
      summary: 'Record an export of a list in the timeline of the member of staff',
      answers: { 200: emptySchema },
      body: exportedSchema,
      handler: async (request) => {
        await recordExport(ports.commands, request.body, request);
        return { body: {} };
      },
    }),
    route('GET', '/api/admin/audit/:kind/:id/timeline', 'staff', {
      summary: 'Every event of a record in plain words, oldest first',
      answers: { 200: z.array(timelineEntrySchema) },
      query: timelineQuery,
      reads: ['logIndex'],
      handler: async ({ params, query }) => {
        const [kind, id] = [kindOf(params.kind), params.id];
        if (query.scope === 'own') return { body: await timelineOf(ports, kind, id) };
        if (kind !== 'account')
          throw new HttpProblem(400, 'Only a company has a timeline of all its records');
        return { body: await timelineOfCompany(ports, id, query.before) };
      },
    }),
    route('GET', '/api/admin/audit/:kind/:id/state', 'staff', {
      summary: 'State of a record at a moment, compared with today',
      answers: { 200: stateAtSchema },
      query: momentQuery,
      reads: ['logIndex'],
      handler: async ({ params, query: { seq, at } }) => {
        if (at !== undefined && Date.parse(at) > ports.now().getTime()) {
          throw new HttpProblem(400, 'This time is in the future.', { path: 'at' });
        }
        const moment: Moment = at === undefined ? { seq: seq ?? 0 } : { at };
        return { body: await stateAt(ports, kindOf(params.kind), params.id, moment) };
      },
    }),
    route('GET', paths.admin.invoiceReplay, 'staff', {
      summary: 'Replay of an invoice from the log, also as a what-if',
      answers: { 200: invoiceReplaySchema },
      query: whatIfSchema,
      reads: ['logIndex'],
      handler: async ({ params, query }) => ({
        body: await replayInvoice(ports, params.id, whatIfOf(query)),
      }),
    }),
    route('GET', paths.invoiceReplay, 'approved', {
      summary: 'An invoice recalculated from the log, with the reasons of each line',
      answers: { 200: ownReplaySchema },
      reads: ['invoices', 'logIndex'],
      handler: async ({ caller, params }) => ({
        body: await ownReplay(ports, await readableInvoice(ports.db, caller, params.id)),
      }),
    }),
    route('GET', paths.admin.evidenceJson, 'staff', {
      summary: 'Everything about an invoice as raw events with their proof',
      answers: { 200: evidenceSchema },
      reads: ['logIndex'],
      handler: async ({ params }) => {
        const evidence = await evidenceFor(ports, params.id);
        const filename = `evidence-${evidence.invoiceNumber}.json`;
        return { body: evidence, headers: { 'Content-Disposition': `attachment; filename="${filename}"` } };
      },
    }),
    route('GET', paths.admin.evidencePdf, 'staff', {
      summary: 'Everything about an invoice on paper',
      answers: { 200: ['application/pdf'] },
      reads: ['logIndex'],
      handler: async ({ caller, params, http }) => {
        const evidence = await evidenceFor(ports, params.id);
        const paper = async () => evidencePaper(evidence, ports.timeZone);
        const pdf = await ports.print(turnFor({ caller, http }), paper);
        return download(`evidence-${evidence.invoiceNumber}.pdf`, pdf);
      },
    }),
    route('GET', paths.admin.activity, 'staff', {
      summary: 'The newest events of the log in plain words',
      answers: { 200: activitySchema },
      query: activityQuerySchema,
      reads: ['logIndex', 'users', 'accounts', 'dealerSites', 'migrations', 'orders', 'invoices'],
      handler: async ({ query }) => ({ body: await readActivity(ports, query) }),
    }),
  ];
}

function whatIfOf({ without, moved, to }: z.output<typeof whatIfSchema>): WhatIf | null {
  if (without !== undefined && moved !== undefined) {
    throw new HttpProblem(400, 'Please leave an event out or move it, not both.');
  }
  if (without !== undefined) return { without };
  if (moved === undefined) return null;
  if (to === undefined) throw new HttpProblem(400, 'Please choose the day to which the event is moved.');
  return { moved, to };
}
