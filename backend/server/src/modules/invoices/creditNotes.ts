import {
  type CreditNote,
  creditNoteSchema,
  creditNoteTotalsSchema,
  listQuerySchema,
  paths,
  totalsQuerySchema,
} from '@portal/contract';
import {
  type CreditNoteEvent,
  creditNoteOf,
  creditNotesDecider,
  creditNotesStream,
  formatCreditNoteNumber,
  invoiceDecider,
  invoiceStream,
  notFound,
  periodOfDay,
} from '@portal/domain';
import { dollarsFromCents, formatDollars } from '@portal/domain/values';
import {
  CREDIT_NOTE_READS,
  type CreditNoteRow,
  creditNoteById,
  creditNoteTotals,
  invoiceById,
  listCreditNotes,
  type Queryable,
} from '@portal/projections';
import { z } from 'zod';
import { consequence, process } from '../../kernel/process.ts';
import { describeByTexts } from '../../platform/history/describe.ts';
import { answerFrom } from '../../platform/http/answerFrom.ts';
import { download, turnFor } from '../../platform/http/download.ts';
import { listAnswer } from '../../platform/http/listAnswer.ts';
import { type Caller, type Route, type RouteRequest, route } from '../../platform/http/route.ts';
import type { PdfDocument } from '../../platform/pdf/renderPdf.ts';
import type { ReadPorts } from '../../platform/readPorts.ts';
import { creditNotePaper } from './creditNotePaper.ts';
import { MAX_PAPER_LINES } from './invoicePaper.ts';
import type { InvoicePorts } from './ports.ts';
import { INVOICE_DETAIL_READS, invoiceDetail } from './wire.ts';

/** Numbers the credits, refunds and voids of invoices, also those from before there were credit notes (rule B35). */
export const issueCreditNote = process({
  name: 'issueCreditNote',
  types: ['InvoiceCredited', 'InvoiceRefunded', 'InvoiceVoided'],
  async decide({ event, metadata }, load, lookUp) {
    const { invoiceId, accountId } = event.data;
    const invoice = await load(invoiceStream(invoiceId), invoiceDecider);
    if (invoice.status === 'none') return [];
    const { recordedAt: correctedAt } = metadata;
    const note = creditNoteOf(event, invoice, { correctedAt, today: lookUp.billingDay(correctedAt) });
    if (note === null) return [];
    return [
      consequence({
        stream: creditNotesStream(periodOfDay(note.day)),
        decider: creditNotesDecider,
        accounts: [accountId],
        command: { type: 'IssueCreditNote', note },
      }),
    ];
  },
});

/** The credit note in the timeline of its company. */
export const describeCreditNote = describeByTexts<CreditNoteEvent>({
  CreditNoteIssued: ({ period, number, invoiceNumber, amountCents }) =>
    `Credit note ${formatCreditNoteNumber(period, number)} of ${formatDollars(amountCents)} for ${invoiceNumber}`,
});

const toCreditNote = (row: CreditNoteRow): CreditNote =>
  answerFrom(creditNoteSchema, row, {
    amount: dollarsFromCents(row.amount_cents),
    ...(row.tax_cents > 0 && { tax_amount: dollarsFromCents(row.tax_cents) }),
    paid_out_amount: dollarsFromCents(row.paid_out_cents),
    moves: row.moved.map(({ cents, toInvoiceNumber, day }) => ({
      amount: dollarsFromCents(cents),
      invoice_number: toInvoiceNumber,
      on: day,
    })),
  });

/** A credit note on paper. Freshness: {@link READS}. */
export async function creditNotePaperOf(
  { db, today }: Pick<ReadPorts, 'db' | 'today'>,
  row: CreditNoteRow,
): Promise<PdfDocument> {
  const invoice = await invoiceById(db, row.invoice_id);
  if (invoice === null) throw new Error(`Credit note ${row.id} is of no invoice`);
  const options = { proof: false, allUpTo: MAX_PAPER_LINES };
  return creditNotePaper(
    toCreditNote(row),
    await invoiceDetail(db, invoice, today(), options),
    row.corrected_at,
  );
}

const READS = [...new Set([...CREDIT_NOTE_READS, ...INVOICE_DETAIL_READS])];

/** A credit note of the caller's company; any for an administrator. @throws BusinessRefusal not_found */
async function readableNote(
  db: Queryable,
  caller: Pick<Caller, 'isAdmin' | 'accountId'>,
  id: string,
): Promise<CreditNoteRow> {
  const row = await creditNoteById(db, id);
  if (row === null || !(caller.isAdmin || row.account_id === caller.accountId))
    throw notFound('Credit note not found');
  return row;
}

/** Credit notes: the administrators' list, and each on paper, for its company too. */
export function creditNoteRoutes(ports: InvoicePorts): Route[] {
  const { db, timeZone } = ports;
  type Request = Pick<RouteRequest<'approved', undefined, undefined, 'id'>, 'caller' | 'params' | 'http'>;
  const print = async ({ caller, params, http }: Request) => {
    const row = await readableNote(db, caller, params.id);
    const pdf = await ports.print(turnFor({ caller, http }), () => creditNotePaperOf(ports, row));
    return download(`${row.id}.pdf`, pdf);
  };
  return [
    route('GET', paths.admin.creditNotes, 'staff', {
      summary: 'Credit notes: credits, refunds and voids of invoices',
      answers: { 200: z.array(creditNoteSchema) },
      query: listQuerySchema,
      reads: CREDIT_NOTE_READS,
      handler: async ({ query }) => {
        const { rows, total } = await listCreditNotes(db, { ...query, timeZone });
        return listAnswer('credit-notes', { rows: rows.map(toCreditNote), total }, query.range?.[0]);
      },
    }),
    route('GET', paths.admin.creditNoteTotals, 'staff', {
      summary: 'Totals of the credit notes that a filter finds, by mode',
      answers: { 200: z.array(creditNoteTotalsSchema) },
      query: totalsQuerySchema,
      reads: CREDIT_NOTE_READS,
      handler: async ({ query }) => ({
        body: (await creditNoteTotals(db, query)).map((row) =>
          answerFrom(creditNoteTotalsSchema, row, { amount: dollarsFromCents(row.amount_cents) }),
        ),
      }),
    }),
    route('GET', paths.admin.creditNotePdf, 'staff', {
      summary: 'A credit note on paper',
      answers: { 200: ['application/pdf'] },
      reads: READS,
      handler: print,
    }),
    route('GET', paths.creditNotePdf, 'approved', {
      summary: "A credit note of one's company on paper",
      answers: { 200: ['application/pdf'] },
      reads: READS,
      handler: print,
    }),
  ];
}
