import type { HistoryEntry } from '@portal/contract';
import type { PortalEvent } from '@portal/domain';
import { notFound } from '../http/errors.ts';
import type { ReadPorts } from '../readPorts.ts';
import type { Describe } from './describe.ts';
import { namesFor, type Reader } from './people.ts';

/** A kind of record: its stream, how its events read, and what it is called in an error. */
export interface RecordKind {
  readonly streamOf: (id: string) => string;
  readonly describe: () => Describe;
  readonly name: string;
}

/**
 * What happened to a record, the newest first: its own stream in plain words. A dealer reads a site's from the day it
 * came to the dealer's company, without the administrators' names and reasons.
 * @throws HttpProblem 404 for a record that never was, and for a dealer one of another company
 */
export async function readHistory(
  ports: Pick<ReadPorts, 'db' | 'today' | 'readStream'>,
  { streamOf, describe, name }: RecordKind,
  id: string,
  reader: Reader,
): Promise<readonly HistoryEntry[]> {
  const envelopes = await ports.readStream(streamOf(id));
  const began =
    reader.kind === 'admin'
      ? 0
      : beginIn(
          envelopes.map(({ event }) => event),
          reader.accountId,
        );
  if (envelopes.length === 0 || began === -1) throw notFound(`${name} not found`);
  const told: Describe = describe();
  const described = envelopes.map((envelope) => ({ envelope, ...told(envelope.event) }));
  const nameOf = await namesFor(ports, envelopes, reader);
  return described
    .slice(began)
    .map(({ envelope: { id: entryId, metadata, event }, text, changes }) => ({
      id: entryId,
      at: metadata.recordedAt,
      by: nameOf(metadata.actor),
      text,
      type: event.type,
      changes: [...changes],
      reason: reader.kind === 'admin' ? (metadata.reason ?? null) : null,
    }))
    .reverse();
}

/** Where a site came to this company, to which it belongs still; -1 where it doesn't, or is gone. */
function beginIn(events: readonly PortalEvent[], accountId: string): number {
  if (events.at(-1)?.type === 'SiteDeleted') return -1;
  const moved = events.findLastIndex(({ type }) => type === 'SiteAssignedToCompany');
  const first = events[Math.max(moved, 0)];
  const owner = first !== undefined && 'accountId' in first.data ? first.data.accountId : null;
  return owner === accountId ? Math.max(moved, 0) : -1;
}
