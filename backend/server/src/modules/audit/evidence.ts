import type { evidenceSchema, InvoiceReplay } from '@portal/contract';
import {
  accountStream,
  disputeIdFor,
  disputeStream,
  invoiceStream,
  siteStream,
  wholeIssue,
} from '@portal/domain';
import { formatDollars } from '@portal/domain/values';
import { chainEnd, indexedEvents, type ProvedEvent, provedEvents } from '@portal/projections';
import type { Content } from 'pdfmake/interfaces.js';
import type { z } from 'zod';
import { isolated, type PdfDocument, RULED, WARNING } from '../../platform/pdf/renderPdf.ts';
import { shownInstant } from '../../platform/shownInstant.ts';
import type { AuditRoutePorts } from './ports.ts';
import { isByReaders, replayInvoice } from './replayInvoice.ts';
import { entriesOf, type TimelinePorts } from './timeline.ts';

type EvidencePorts = TimelinePorts & Pick<AuditRoutePorts, 'readStored' | 'now'>;

export type Evidence = z.infer<typeof evidenceSchema>;

/**
 * Collects the streams behind an invoice: its own, its company's and sites', those of related invoices, and disputes.
 * @throws BusinessRefusal not_found for an unknown invoice
 */
export async function evidenceFor(ports: EvidencePorts, invoiceId: string): Promise<Evidence> {
  const replay = await replayInvoice(ports, invoiceId);
  const issued = wholeIssue((await ports.readStream(invoiceStream(invoiceId))).map(({ event }) => event));
  if (issued === null) throw new Error(`${invoiceId} was replayed, but never issued`);
  const { accountId, invoiceNumber, lines, adjustments, basis } = issued;
  const corrected = basis.map(({ stream }) => stream).filter((stream) => stream.startsWith('invoice-'));
  const sites = lines.flatMap(({ siteId }) => (siteId === null ? [] : [siteStream(siteId)]));
  const questions = lines.map((_, line) => disputeStream(disputeIdFor(invoiceId, line)));
  const earlier = adjustments.map(({ invoiceId: from }) => invoiceStream(from));
  const streams = [
    ...new Set([
      invoiceStream(invoiceId),
      accountStream(accountId),
      ...sites,
      ...corrected,
      ...earlier,
      ...questions,
    ]),
  ];
  const proved = await provedEvents(ports.db, streams);
  const index = await indexedEvents(
    ports.db,
    proved.map(({ event_id }) => event_id),
  );
  return {
    invoiceId,
    invoiceNumber,
    madeAt: ports.now().toISOString(),
    replay,
    timeline: [...(await entriesOf(ports, index))],
    chain: await chainEnd(ports.db),
    events: await storedEvents(ports, proved),
  };
}

async function storedEvents(
  ports: Pick<AuditRoutePorts, 'readStored'>,
  proved: readonly ProvedEvent[],
): Promise<Evidence['events']> {
  const streams = [...new Set(proved.map(({ stream }) => stream))];
  const stored = new Map((await ports.readStored(streams)).flat().map((event) => [event.id, event]));
  return proved.flatMap(({ event_id, seq, previous_hash, hash, stream, revision, type }) => {
    const event = stored.get(event_id);
    if (event === undefined) return [];
    const { data, metadata } = event;
    return [{ seq, previous_hash, hash, stream, revision, id: event_id, type, data, metadata }];
  });
}

/** The evidence on paper. */
export function evidencePaper(evidence: Evidence, timeZone: string): PdfDocument {
  const { invoiceNumber, madeAt } = evidence;
  return {
    title: `Evidence for ${invoiceNumber}`,
    heading: 'EVIDENCE',
    madeAt,
    content: [
      { text: `Evidence for invoice ${invoiceNumber}`, style: 'title' },
      verdict(evidence),
      { text: 'Charges and why', style: 'title' },
      ...charges(evidence),
      ...rest(evidence.replay.lines.length, 'charges'),
      { text: 'What happened', style: 'title' },
      timeline(evidence, timeZone),
      ...rest(evidence.timeline.length, 'events'),
      { text: 'Proof', style: 'title' },
      proof(evidence),
    ],
  };
}

function verdict({ replay }: Evidence): Content {
  const issued = formatDollars(replay.issued.total_cents);
  const replayed = formatDollars(replay.replayed.total_cents);
  return {
    stack: [
      `Issued: ${issued}`,
      `Replayed from the log: ${replayed}`,
      replay.equal
        ? 'Both are equal, line by line.'
        : {
            text: 'They differ: recalculating from the log gives another result.',
            color: WARNING,
            bold: true,
          },
    ],
  };
}

/** Printed charges and events; the JSON file has all. */
const MAX_PRINTED = 1_000;

const rest = (count: number, what: string): Content[] =>
  count <= MAX_PRINTED
    ? []
    : [
        `${(count - MAX_PRINTED).toLocaleString('en-US')} more ${what} are in the JSON file of this evidence.`,
      ];

function charges({ replay }: Evidence): Content[] {
  const figures = ({ readers, rate_cents, amount_cents, source }: ReplayLine) =>
    isByReaders(source) ? `${readers} × ${formatDollars(rate_cents)}` : formatDollars(amount_cents);
  return replay.replayed.lines.slice(0, MAX_PRINTED).map((line, index) => ({
    margin: [0, 0, 0, 8],
    stack: [
      {
        text: [isolated(line.name), `: ${figures(line)} (${SOURCE[line.source] ?? line.source})`],
        bold: true,
      },
      ...whyOf(replay.lines[index]?.why ?? []),
    ],
  }));
}

type Why = InvoiceReplay['lines'][number]['why'];

const whyOf = (why: Why): Content[] =>
  why.length === 0
    ? []
    : [{ ul: why.map(({ text, seq }) => `${text} (event ${seq ?? 'unknown'})`), style: 'small' }];

type ReplayLine = InvoiceReplay['replayed']['lines'][number];

const SOURCE: Readonly<Record<string, string>> = {
  custom: 'custom rate of the site',
  promotional: 'promotional rate',
  account: 'default rate of the company',
  system: 'system default rate',
  corrected: 'corrected rate',
  line: 'added line',
  tax: 'sales tax',
  carried: 'carried from an earlier invoice',
  credit: 'credit of an earlier invoice',
};

function timeline({ timeline: entries }: Evidence, timeZone: string): Content {
  const head = ['Event', 'When', 'What', 'Who'].map((text) => ({ text, style: 'tableHead' }));
  const rows = entries
    .slice(0, MAX_PRINTED)
    .map(({ seq, at, text, actor, reason }) => [
      String(seq),
      { text: shownInstant(at, timeZone), noWrap: true },
      reason === null ? text : `${text} (${reason})`,
      actor.name,
    ]);
  return {
    layout: RULED,
    fontSize: 8.5,
    table: { headerRows: 1, widths: ['auto', 'auto', '*', 'auto'], body: [head, ...rows] },
  };
}

function proof({ replay, chain, events }: Evidence): Content {
  return {
    style: 'small',
    stack: [
      `Cut of the invoice: event ${replay.cutSeq} of the log.`,
      `${events.length} events are listed; their stored form, hashes and the hashes they follow are in the JSON file of this evidence.`,
      ...(chain === null ? [] : [`The log's chain ended at event ${chain.seq} with`, chain.hash]),
      'Each hash is SHA-256 over the hash before it and the canonical form (RFC 8785) of number, stream, revision, id, type, data and metadata.',
    ],
  };
}
