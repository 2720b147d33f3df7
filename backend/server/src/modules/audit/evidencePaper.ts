import { dayOfInstant, formatDay, formatDollars } from '@portal/domain/values';
import type { Content } from 'pdfmake/interfaces.js';
import { type Letterhead, RULED, renderPdf, WARNING } from '../../platform/pdf/renderPdf.ts';
import type { Evidence } from './evidence.ts';

/** The evidence on paper: what was issued and what the log gives, why each line is what it is, and all that happened. */
export function evidencePdf(evidence: Evidence, letterhead: Letterhead, timeZone: string): Promise<Buffer> {
  const { invoiceNumber, madeAt } = evidence;
  return renderPdf(
    {
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
    },
    letterhead,
  );
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
        : { text: 'They differ: this invoice does not follow from the log.', color: WARNING, bold: true },
    ],
  };
}

/** Charges, and rows of what happened, that are printed; of a longer invoice the JSON file has them all. */
const MOST_PRINTED = 1_000;

const rest = (count: number, what: string): Content[] =>
  count <= MOST_PRINTED
    ? []
    : [
        `${(count - MOST_PRINTED).toLocaleString('en-US')} more ${what} stand in the JSON file of this evidence.`,
      ];

function charges({ replay }: Evidence): Content[] {
  return replay.lines.slice(0, MOST_PRINTED).map(({ name, readers, rate_cents, source, why }) => ({
    margin: [0, 0, 0, 8],
    stack: [
      {
        text: `${name}: ${readers} x ${formatDollars(rate_cents)} (${SOURCE[source] ?? source})`,
        bold: true,
      },
      ...(why.length === 0
        ? []
        : [{ ul: why.map(({ text, seq }) => `${text} (event ${seq ?? 'unknown'})`), style: 'small' }]),
    ],
  }));
}

const SOURCE: Readonly<Record<string, string>> = {
  custom: 'custom rate of the site',
  promotional: 'promotional rate',
  account: 'default rate of the company',
  system: 'system default rate',
  corrected: 'corrected rate',
  line: 'added line',
  carried: 'carried from an earlier invoice',
  credit: 'credit of an earlier invoice',
};

function timeline({ timeline: entries }: Evidence, timeZone: string): Content {
  const head = ['Event', 'When', 'What', 'Who'].map((text) => ({ text, style: 'tableHead' }));
  const rows = entries
    .slice(0, MOST_PRINTED)
    .map(({ seq, at, text, actor, reason }) => [
      String(seq),
      moment(at, timeZone),
      reason === null ? text : `${text} (${reason})`,
      actor.name,
    ]);
  return {
    layout: RULED,
    fontSize: 8.5,
    table: { headerRows: 1, widths: ['auto', 'auto', '*', 'auto'], body: [head, ...rows] },
  };
}

function moment(at: string, timeZone: string): string {
  const time = new Date(at).toLocaleTimeString('en-US', { timeZone, hour: 'numeric', minute: '2-digit' });
  return `${formatDay(dayOfInstant(at, timeZone))}, ${time}`;
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
