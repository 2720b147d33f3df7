import { dayText, paths } from '@portal/contract';
import { accountById, invoicesOfAccount } from '@portal/projections';
import { z } from 'zod';
import { download } from '../../platform/http/download.ts';
import { HttpProblem, notFound } from '../../platform/http/errors.ts';
import { type Answer, pattern, type Route, route } from '../../platform/http/route.ts';
import { renderPdf } from '../../platform/pdf/renderPdf.ts';
import type { InvoicePorts } from './ports.ts';
import { statementOf } from './statement.ts';
import { statementCsv, statementPaper } from './statementPaper.ts';

const READS = ['invoices', 'accounts'];

const statementSchema = z.object({
  from: dayText(),
  to: dayText(),
  format: z.enum(['pdf', 'csv'], { error: 'format must be pdf or csv' }).default('pdf'),
});

/** Statements of an account for any range of days, as PDF or CSV: a dealer's own, any for an administrator. */
export function statementRoutes(ports: InvoicePorts): Route[] {
  async function answer(
    accountId: string | null,
    { from, to, format }: z.output<typeof statementSchema>,
    madeAt: string,
  ): Promise<Answer> {
    if (from > to) throw new HttpProblem(400, 'The end date is before the start date.', { path: 'to' });
    const account = accountId === null ? null : await accountById(ports.db, accountId, ports.today());
    if (account === null) throw notFound('Company not found');
    const invoices = await invoicesOfAccount(ports.db, account.id);
    const head = { company: account.company_name, dealerId: account.dealer_id, from, to };
    const statement = statementOf(invoices, head, ports.timeZone);
    const name = `statement-${from}-${to}.${format}`;
    if (format === 'csv') return download(name, statementCsv(statement));
    return download(name, await renderPdf(statementPaper(statement, madeAt), ports.letterhead));
  }

  return [
    route({
      method: 'GET',
      path: paths.statement,
      access: 'approved',
      summary: "A statement of one's company for a range of days",
      answers: { 200: ['application/pdf', 'text/csv'] },
      query: statementSchema,
      reads: READS,
      handler: ({ caller, query, command }) => answer(caller.accountId, query, command.time),
    }),
    route({
      method: 'GET',
      path: pattern(paths.admin.statement),
      access: 'admin',
      summary: 'A statement of a company for a range of days',
      answers: { 200: ['application/pdf', 'text/csv'] },
      query: statementSchema,
      reads: READS,
      handler: ({ params, query, command }) => answer(params.id, query, command.time),
    }),
  ];
}
