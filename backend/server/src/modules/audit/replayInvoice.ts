import type { InvoiceReplay } from '@portal/contract';
import {
  type Adjustment,
  firstDayOf,
  type InvoiceEvent,
  type InvoiceFacts,
  type InvoiceLine,
  type InvoiceState,
  invoiceStream,
  type OpenAdjustments,
  openAdjustments,
  priceInvoice,
  untaken,
  wholeIssue,
} from '@portal/domain';
import { sumCents } from '@portal/domain/values';
import { indexedEvents, streamsOfAccountAt } from '@portal/projections';
import { notFound } from '../../platform/http/errors.ts';
import { type CorrectedInvoice, cutOffFor, invoicesAt, madeFrom } from '../billing/module.ts';
import { type FoldedFacts, foldFacts } from './foldedFacts.ts';
import { type AuditPorts, nameOfStream } from './timeline.ts';
import { rewriting, type WhatIf } from './whatIf.ts';
import { whyOf } from './why.ts';

type Issued = Extract<InvoiceEvent, { type: 'InvoiceIssued' }>['data'];
type Figures = InvoiceReplay['issued'];

/**
 * Folds the log at an invoice's cut and prices it again by the code that issued it: the proof that the invoice is what
 * the log says, line by line with the reasons. A reissue is folded at the cut of the first invoice, with the corrections
 * that the streams of the invoices before it hold. With `what` it answers for a log that never was, marked hypothetical.
 * @throws HttpProblem 404 for an invoice that never was, or an event that has no part in it
 */
export async function replayInvoice(
  ports: AuditPorts,
  invoiceId: string,
  what: WhatIf | null = null,
): Promise<InvoiceReplay> {
  const stream = nameOfStream(invoiceStream, invoiceId, 'Invoice');
  const envelopes = await ports.readStream(stream);
  const issue = envelopes.find(({ event }) => event.type === 'InvoiceIssued');
  const issued = wholeIssue(envelopes.map(({ event }) => event));
  if (issue === undefined || issued === null) throw notFound('Invoice not found');
  const rewrite = what === null ? undefined : rewriting(what, firstDayOf(issued.period), ports.timeZone);
  const { first: cut, corrections, streams } = await madeFrom(ports.readStream, invoiceId);
  const folded = await foldFacts(
    ports,
    issued.accountId,
    { seq: cut.cutSeq, cutOff: cutOffFor(cut, ports.timeZone), basis: cut.basis },
    rewrite,
  );
  const facts = await withCorrections(ports, folded, streams);
  const isKnown = (id: string) => folded.events.has(id) || corrections.some(({ eventId }) => eventId === id);
  if (what !== null && !isKnown(what.without ?? what.moved)) throw notFound('Event not found');

  const isDemo = facts.account?.isDemo ?? issued.isDemo;
  const { period, policyVersion } = issued;
  const before = await invoicesBefore(ports, issued, issue.id);
  const open = openAdjustments(before, invoiceId, isDemo, policyVersion);
  const { account, sites } = facts;
  const priced = priceTaking(
    { period, account, sites, corrections: corrections.filter(({ eventId }) => eventId !== what?.without) },
    what === null ? open : untaken(open),
  );
  const was = figuresOf(issued.lines, issued.adjustments, issued.totalCents);
  const is =
    priced.outcome === 'priced'
      ? figuresOf(priced.lines, priced.adjustments, priced.totalCents)
      : { total_cents: 0, lines: [] };
  return {
    invoiceId,
    cutSeq: cut.cutSeq,
    issued: was,
    replayed: is,
    equal: JSON.stringify(was) === JSON.stringify(is),
    lines: await reasonsOf(ports, is, facts),
    hypothetical: what !== null,
  };
}

/** The facts with the events of these streams among the reasons. */
async function withCorrections(
  { readStream }: AuditPorts,
  facts: FoldedFacts,
  streams: CorrectedInvoice['streams'],
): Promise<FoldedFacts> {
  const events = new Map(facts.events);
  for (const { stream } of streams) {
    for (const envelope of await readStream(stream, { personal: false })) events.set(envelope.id, envelope);
  }
  return { ...facts, events };
}

/** Prices with the credits that the invoice took; with no more of them than there is to pay, where the log gives less. */
function priceTaking(facts: InvoiceFacts, open: OpenAdjustments) {
  const unpaid = priceInvoice({ ...facts, open: { carried: open.carried, credits: [] } });
  const taken = sumCents(open.credits.map(({ takenCents }) => takenCents ?? 0));
  const tooMuch = unpaid.outcome === 'priced' && taken > unpaid.totalCents;
  return priceInvoice({ ...facts, open: tooMuch ? untaken(open) : open });
}

/**
 * The account's other invoices as they stood at the event the invoice was priced as of. One that does not say so took
 * over what they had left when it was issued, its own claims on them included.
 */
async function invoicesBefore(
  ports: AuditPorts,
  { accountId, pricedSeq }: Issued,
  issuedEventId: string,
): Promise<readonly InvoiceState[]> {
  const [issuedAt] = await indexedEvents(ports.db, [issuedEventId]);
  if (issuedAt === undefined) return [];
  const streams = await streamsOfAccountAt(ports.db, {
    accountId,
    category: 'invoice',
    seq: pricedSeq ?? issuedAt.seq - 1,
  });
  return invoicesAt(ports, streams);
}

/** Sites and what was taken over from other invoices, in one form for both sides of the comparison. */
function figuresOf(
  lines: readonly InvoiceLine[],
  adjustments: readonly Adjustment[],
  totalCents: number,
): Figures {
  return {
    total_cents: totalCents,
    lines: [
      ...lines.map(({ siteId, name, readers, rateCents, amountCents, source, because }) => ({
        site_id: siteId,
        name,
        readers,
        rate_cents: rateCents,
        amount_cents: amountCents,
        source,
        because: [...because],
      })),
      ...adjustments.map(({ kind, invoiceNumber, amountCents }) => ({
        site_id: null,
        name: kind === 'credit' ? `Credit of ${invoiceNumber}` : `Carried from ${invoiceNumber}`,
        readers: 0,
        rate_cents: 0,
        amount_cents: amountCents,
        source: kind,
        because: [],
      })),
    ],
  };
}

async function reasonsOf(
  ports: AuditPorts,
  { lines }: Figures,
  { events }: FoldedFacts,
): Promise<InvoiceReplay['lines']> {
  const ids = [...new Set(lines.flatMap(({ because }) => because))];
  const seqOf = new Map((await indexedEvents(ports.db, ids)).map(({ event_id, seq }) => [event_id, seq]));
  return lines.map(({ site_id, name, readers, rate_cents, source, because }) => ({
    site_id,
    name,
    readers,
    rate_cents,
    source,
    because,
    why: because.map((id) => {
      const envelope = events.get(id);
      return {
        event_id: id,
        seq: seqOf.get(id) ?? null,
        text:
          envelope === undefined ? 'An event that the log does not hold' : whyOf(envelope, ports.timeZone),
      };
    }),
  }));
}
