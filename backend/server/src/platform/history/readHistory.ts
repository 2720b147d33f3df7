import { type HistoryEntry, historyEntrySchema } from '@portal/contract';
import { notFound, type PortalEvent, type PortalEventType } from '@portal/domain';
import { z } from 'zod';
import { type Route, route } from '../http/route.ts';
import type { ReadPorts } from '../readPorts.ts';
import type { Describe } from './describe.ts';
import { type NamePorts, type Reader, whoOf } from './people.ts';

/** A kind of record with a history; `name` is used in errors. */
export interface RecordKind {
  readonly streamOf: (id: string) => string;
  readonly describe: () => Describe;
  readonly name: string;
  /** Index of the first event a company may read, -1 for none; default: administrators only. */
  readonly beginsFor?: (events: readonly PortalEvent[], accountId: string) => number;
  /** Other streams whose events of these types belong to the record's timeline too. */
  readonly alsoIn?: {
    readonly streams: (events: readonly PortalEvent[], id: string) => readonly string[];
    readonly types: readonly PortalEventType[];
  };
}

/**
 * History of a record as text, newest first. A dealer sees a site from the day it joined the company, without
 * administrators' names and reasons.
 * @throws BusinessRefusal not_found for an unknown record, and for another company's
 */
export async function readHistory(
  ports: NamePorts & Pick<ReadPorts, 'readStream'>,
  { streamOf, describe, name, beginsFor }: RecordKind,
  id: string,
  reader: Reader,
): Promise<readonly HistoryEntry[]> {
  const envelopes = await ports.readStream(streamOf(id));
  const events = envelopes.map(({ event }) => event);
  const began = reader.kind === 'admin' ? 0 : (beginsFor?.(events, reader.accountId) ?? -1);
  if (envelopes.length === 0 || began === -1) throw notFound(`${name} not found`);
  const describeEvent: Describe = describe();
  // described from the first event, because later texts depend on it
  const shown = envelopes.map((envelope) => ({ envelope, ...describeEvent(envelope.event) })).slice(began);
  const who = await whoOf(ports, envelopes.slice(began), reader);
  return shown
    .map(({ envelope, text, changes }) => ({
      id: envelope.id,
      at: envelope.metadata.recordedAt,
      by: who(envelope).name,
      text,
      type: envelope.event.type,
      changes: [...changes],
      reason: reader.kind === 'admin' ? (envelope.metadata.reason ?? null) : null,
    }))
    .reverse();
}

export const historyRoute = (
  ports: Parameters<typeof readHistory>[0],
  path: (id: string) => string,
  record: RecordKind,
): Route =>
  route('GET', path, 'staff', {
    summary: `What happened to a ${record.name.toLowerCase()}, in plain words`,
    answers: { 200: z.array(historyEntrySchema) },
    handler: async ({ params }) => ({ body: await readHistory(ports, record, params.id, { kind: 'admin' }) }),
  });
