import type { InvoiceReplay, TimelineEntry } from '@portal/contract';
import {
  accountStream,
  disputeIdFor,
  disputeStream,
  invoiceStream,
  siteStream,
  wholeIssue,
} from '@portal/domain';
import { chainEnd, indexedEvents, type ProvedEvent, provedEvents } from '@portal/projections';
import { inParallel } from '../../kernel/inParallel.ts';
import type { AuditRoutePorts } from './ports.ts';
import { replayInvoice } from './replayInvoice.ts';
import { type AuditPorts, entriesOf } from './timeline.ts';

/** Streams that are read side by side: an invoice may have thousands of sites. */
const READS_AT_ONCE = 16;

export type EvidencePorts = AuditPorts & Pick<AuditRoutePorts, 'readStored' | 'now'>;

/** An event as it is stored, with what its hash is made of; anybody can compute it again (docs: audit). */
export interface EvidenceEvent {
  readonly seq: number;
  readonly previous_hash: string | null;
  readonly hash: string;
  readonly stream: string;
  readonly revision: number;
  readonly id: string;
  readonly type: string;
  /** The stored JSON texts, personal fields encrypted. */
  readonly data: string;
  readonly metadata: string;
}

/** All there is to say about an invoice: what it was made of, that it follows from it, and what was said about it. */
export interface Evidence {
  readonly invoiceId: string;
  readonly invoiceNumber: string;
  /** ISO instant. */
  readonly madeAt: string;
  readonly replay: InvoiceReplay;
  readonly timeline: readonly TimelineEntry[];
  readonly chain: { readonly seq: number; readonly hash: string } | null;
  readonly events: readonly EvidenceEvent[];
}

/**
 * Gathers the streams an invoice rests on: its own, its company's, its sites', those of the invoices it
 * replaces or took something over from, and the questions about its charges.
 * @throws HttpProblem 404 for an invoice that never was
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
    timeline: await entriesOf(ports, index),
    chain: await chainEnd(ports.db),
    events: await storedEvents(ports, proved),
  };
}

async function storedEvents(
  ports: Pick<AuditRoutePorts, 'readStored'>,
  proved: readonly ProvedEvent[],
): Promise<readonly EvidenceEvent[]> {
  const streams = [...new Set(proved.map(({ stream }) => stream))];
  const stored = new Map(
    (await inParallel(streams, READS_AT_ONCE, (stream) => ports.readStored(stream)))
      .flat()
      .map((event) => [event.id, event]),
  );
  return proved.flatMap(({ event_id, seq, previous_hash, hash, stream, revision, type }) => {
    const event = stored.get(event_id);
    if (event === undefined) return [];
    const { data, metadata } = event;
    return [{ seq, previous_hash, hash, stream, revision, id: event_id, type, data, metadata }];
  });
}
