import type { AuditKind, TimelineEntry } from '@portal/contract';
import { notFound, type PortalEvent } from '@portal/domain';
import { dayOfInstant, formatDay, formatDollars, formatTaxRate } from '@portal/domain/values';
import { type IndexedEvent, indexedEvents, indexOfStream, newestEventsOfAccount } from '@portal/projections';
import type { PortalEnvelope } from '../../kernel/execute.ts';
import { type Description, plainWords } from '../../platform/history/describe.ts';
import { whoOf } from '../../platform/history/people.ts';
import { wordsOfCorrection } from '../invoices/module.ts';
import { namesOf } from './names.ts';
import type { AuditRoutePorts } from './ports.ts';
import { AUDITED, describerOf } from './records.ts';

/** Joins a fact with the day of its event: one that names its own days, or that lasts. */
function verbOf({ type }: PortalEvent): string {
  if (type === 'TaxRateSet') return 'as set on';
  return type === 'TaxExemptionGranted' ? 'as granted on' : type === 'OneOffChargeAdded' ? 'on' : 'since';
}

/** Reason of an invoice line and its start, e.g. '12 readers since Jan 4, 2026'. */
export function whyOf({ event, metadata }: PortalEnvelope, timeZone: string): string {
  if (event.type === 'InvoiceCorrected') {
    const { change, reason } = event.data;
    const day = formatDay(dayOfInstant(metadata.recordedAt, timeZone));
    return `${wordsOfCorrection(change)} on ${day}: ${reason}`;
  }
  return `${fact(event)} ${verbOf(event)} ${formatDay(dayOfInstant(metadata.recordedAt, timeZone))}`;
}

const readers = (count: number) => (count === 1 ? '1 reader' : `${count} readers`);

function fact(event: PortalEvent): string {
  switch (event.type) {
    case 'SiteRequested':
      return `Ordered with ${readers(event.data.readers)}`;
    case 'SiteAdded':
      return `Active with ${readers(event.data.readers)}`;
    case 'SiteApproved':
      return 'Approved and active';
    case 'SiteReactivated':
      return 'Active again';
    case 'ReaderCountChanged':
      return readers(event.data.readers);
    case 'SiteDetailsChanged':
      return `Named ${event.data.siteName}`;
    case 'SiteAssignedToCompany':
      return 'Assigned to this company';
    case 'SiteReaderRateChanged': {
      const { customRateCents, effectiveFrom } = event.data;
      const rate =
        customRateCents === null ? 'No custom rate' : `Custom rate ${formatDollars(customRateCents)}`;
      return effectiveFrom === null ? rate : `${rate} from ${formatDay(effectiveFrom)}, announced`;
    }
    case 'AccountOpened':
    case 'DefaultReaderRateChanged': {
      const cents = event.type === 'AccountOpened' ? event.data.defaultReaderRateCents : event.data.rateCents;
      const rate = cents === null ? 'No default rate' : `Default rate ${formatDollars(cents)}`;
      const from = event.type === 'AccountOpened' ? null : event.data.effectiveFrom;
      return from === null ? rate : `${rate} from ${formatDay(from)}, announced`;
    }
    case 'TaxRateSet': {
      const { state, rate, from } = event.data;
      return `${state} sales tax of ${formatTaxRate(rate)} from ${formatDay(from)}`;
    }
    case 'TaxExemptionGranted': {
      const { from, to } = event.data;
      return `Exempt from sales tax from ${formatDay(from)}${to === null ? '' : ` to ${formatDay(to)}`}`;
    }
    case 'OneOffChargeAdded':
      return 'Added';
    case 'PromotionalPricingChanged': {
      const { rateCents, months } = event.data;
      return rateCents === null
        ? 'Promotion'
        : `Promotional rate ${formatDollars(rateCents)} for ${months} months`;
    }
    default:
      return plainWords(event.type).text;
  }
}

export type AuditPorts = Pick<AuditRoutePorts, 'db' | 'today' | 'readStream' | 'readStreams' | 'timeZone'>;
export type TimelinePorts = AuditPorts & Pick<AuditRoutePorts, 'initiators'>;

/** At most so many events of a company's records at a time. */
const RELATED_PAGE = 200;

/**
 * Events of a record, oldest first, with number, hash, actor and cause; of an order also those of its payment's refunds
 * and disputes.
 * @throws BusinessRefusal not_found for an unknown record
 */
export async function timelineOf(
  ports: TimelinePorts,
  kind: AuditKind,
  id: string,
): Promise<readonly TimelineEntry[]> {
  const { streamOf, name, alsoIn } = AUDITED[kind];
  const stream = nameOfStream(streamOf, id, name);
  const index = await indexOfStream(ports.db, stream);
  if (index.length === 0) throw notFound(`${name} not found`);
  if (alsoIn === undefined) return entriesOf(ports, index);
  const events = (await ports.readStream(stream)).map(({ event }) => event);
  const types: ReadonlySet<string> = new Set(alsoIn.types);
  const others = await Promise.all(alsoIn.streams(events, id).map((other) => indexOfStream(ports.db, other)));
  const also = others.flat().filter(({ type }) => types.has(type));
  return entriesOf(
    ports,
    [...index, ...also].sort((a, b) => a.seq - b.seq),
  );
}

/**
 * Events about a company and its sites, orders and invoices: the newest {@link RELATED_PAGE} before number `before`,
 * oldest first.
 */
export async function timelineOfCompany(
  ports: TimelinePorts,
  accountId: string,
  before?: number,
): Promise<readonly TimelineEntry[]> {
  const index = await newestEventsOfAccount(ports.db, accountId, { before, limit: RELATED_PAGE });
  return entriesOf(ports, [...index].reverse());
}

/** Describes index entries in order; events of other streams are named by type. */
export async function entriesOf(
  ports: TimelinePorts,
  index: readonly IndexedEvent[],
): Promise<readonly TimelineEntry[]> {
  const described = await describeStreams(ports, [...new Set(index.map(({ stream }) => stream))]);
  const envelopes = index.flatMap(({ event_id }) => described.get(event_id)?.envelope ?? []);
  const who = await whoOf(ports, envelopes, { kind: 'admin' });
  const causes = envelopes.flatMap(({ metadata: { causationId } }) =>
    causationId === null ? [] : [causationId],
  );
  const abouts = index.flatMap(({ event_id }) => described.get(event_id)?.description.about ?? []);
  const names = await namesOf(ports, abouts);
  const causeOf = new Map(
    (await indexedEvents(ports.db, [...new Set(causes)])).map((cause) => [cause.event_id, cause]),
  );
  return index.flatMap((entry) => {
    const found = described.get(entry.event_id);
    if (found === undefined) return [];
    const { envelope, description } = found;
    const { metadata, event } = envelope;
    const { about } = description;
    const name = about && names.get(`${about.kind} ${about.id}`);
    const { causationId } = metadata;
    const cause = causationId === null ? undefined : causeOf.get(causationId);
    return [
      {
        seq: entry.seq,
        event_id: entry.event_id,
        stream: entry.stream,
        revision: entry.revision,
        type: event.type,
        at: metadata.recordedAt,
        text: description.text,
        changes: [...description.changes],
        ...(about === undefined || name === undefined ? {} : { about: { ...about, name } }),
        reason: metadata.reason ?? null,
        actor: who(envelope),
        caused_by:
          causationId === null
            ? null
            : {
                event_id: causationId,
                seq: cause?.seq ?? null,
                text: cause === undefined ? 'An event' : plainWords(cause.type).text,
              },
        correlation_id: metadata.correlationId,
        hash: entry.hash,
        raw: { type: event.type, data: shortened(event.data), metadata },
      },
    ];
  });
}

/** Longer lists in event data are cut; the evidence of an invoice has all entries. */
const MAX_LIST_ITEMS = 100;

/** The data with long lists shortened. */
function shortened(data: PortalEnvelope['event']['data']): PortalEnvelope['event']['data'] {
  const short = Object.entries(data).map(([name, value]) => [
    name,
    Array.isArray(value) && value.length > MAX_LIST_ITEMS
      ? [...value.slice(0, MAX_LIST_ITEMS), `${value.length - MAX_LIST_ITEMS} more`]
      : value,
  ]);
  return Object.fromEntries(short);
}

/** Describes all events of these streams, by event id; a description depends on earlier events. */
async function describeStreams(ports: AuditPorts, streams: readonly string[]) {
  const described = new Map<
    string,
    { readonly envelope: PortalEnvelope; readonly description: Description }
  >();
  for (const envelopes of await ports.readStreams(streams)) {
    const describe = describerOf(envelopes[0]?.stream ?? '');
    for (const envelope of envelopes) {
      const description = describe?.(envelope.event) ?? plainWords(envelope.event.type);
      described.set(envelope.id, { envelope, description });
    }
  }
  return described;
}

/** @throws BusinessRefusal not_found for an impossible id */
export function nameOfStream(streamOf: (id: string) => string, id: string, name: string): string {
  try {
    return streamOf(id);
  } catch (error) {
    if (error instanceof RangeError) throw notFound(`${name} not found`);
    throw error;
  }
}
