import { type Actor, eventMetadataSchema, type PortalEventType } from '@portal/domain';
import type { Position, RecordedEvent } from '@portal/event-store';
import { indexedEvents } from '@portal/projections';
import type { Initiators } from '../../platform/readPorts.ts';
import type { AuditRoutePorts } from './ports.ts';

export interface InitiatorPorts extends Pick<AuditRoutePorts, 'db' | 'readStored'> {
  /** Waits until the log index has reached this position, or a time has passed. */
  indexReaches(position: Position): Promise<unknown>;
}

/** What an event tells about its cause. */
interface Step {
  readonly type: string;
  readonly actor: Actor;
  readonly causationId: string | null;
  /** Actor of the first event of its stream. */
  readonly beginner: Actor | null;
}

/** Events between an event and the command at its beginning; longer chains end without a person. */
const MAX_STEPS = 10;

/** Steps that carry out what began their stream: the order that is paid, the payment that succeeds. */
const CARRY_OUT: readonly string[] = ['OrderPaid', 'PaymentSucceeded'] satisfies PortalEventType[];

const ORDERED = ['OrderPlaced', 'OrderPaid'];
const PAID = ['PaymentSucceeded'];

/** What a cause leads to without anybody's wish: refusals of what was asked for, and what others did at the provider. */
const UNASKED: ReadonlyMap<string, readonly string[]> = new Map<PortalEventType, string[]>([
  ['OrderRejected', ORDERED],
  ['SiteDeleted', ORDERED],
  ['MigrationDeleted', ORDERED],
  ['OrderPaymentEnded', PAID],
  ['InvoicePaymentEnded', PAID],
  ['PaymentRefundRequested', PAID],
  ['InvoiceRefundFailed', ['InvoiceRefundRequested']],
  ['InvoiceCreditDeclined', ['InvoiceCreditAllocated']],
  ['InvoicePaymentDisputed', ['PaymentClaimed']],
  ['InvoiceDisputeClosed', ['PaymentClaimed']],
  ['InvoicePaymentTakenBack', ['PaymentClaimed']],
  ['InvoicePaymentReinstated', ['PaymentClaimed']],
]);

const isPerson = ({ kind }: Actor) => kind === 'dealer' || kind === 'admin' || kind === 'visitor';

/**
 * Who asked for events: follows their causes through the log index and reads these from their streams, so that it is right
 * for old events too. For a site that a paid order made it is who placed the order.
 */
export function createInitiators({ db, readStored, indexReaches }: InitiatorPorts): Initiators {
  return async (envelopes) => {
    const known = new Map<string, Step>();
    const caused = envelopes.filter(({ metadata: { actor } }) => actor.kind === 'system');
    let wanted = causesOf(caused.map(({ metadata }) => metadata));
    const newest = caused.at(-1);
    // an event may be read before it is indexed, and its cause with it
    if (newest !== undefined && wanted.length > 0) await indexReaches(newest.position);
    for (let step = 0; step < MAX_STEPS && wanted.length > 0; step += 1) {
      const found = await stepsOf({ db, readStored }, wanted);
      for (const [id, cause] of found) known.set(id, cause);
      const unresolved = [...found.values()].filter(({ actor }) => !isPerson(actor));
      wanted = causesOf(unresolved).filter((id) => !known.has(id));
    }
    return ({ event: { type }, metadata: { actor, causationId } }) =>
      actor.kind === 'system'
        ? (personBehind({ type, actor, causationId, beginner: null }, known) ?? actor)
        : actor;
  };
}

const causesOf = (steps: readonly Pick<Step, 'causationId'>[]): readonly string[] => [
  ...new Set(steps.flatMap(({ causationId }) => causationId ?? [])),
];

/** The events of these ids. */
async function stepsOf(
  { db, readStored }: Pick<InitiatorPorts, 'db' | 'readStored'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Step>> {
  const places = await indexedEvents(db, ids);
  const wanted = new Set(places.map(({ event_id }) => event_id));
  const streams = await readStored([...new Set(places.map(({ stream }) => stream))]);
  return new Map(
    streams.flatMap((events) => {
      const [first] = events;
      const beginner = first === undefined ? null : metadataOf(first).actor;
      return events
        .filter(({ id }) => wanted.has(id))
        .map((event): [string, Step] => {
          const { actor, causationId } = metadataOf(event);
          return [event.id, { type: event.type, actor, causationId, beginner }];
        });
    }),
  );
}

const metadataOf = ({ metadata }: RecordedEvent) => eventMetadataSchema.parse(JSON.parse(metadata));

/** The person whose command led to this event; null if there was none. */
function personBehind(event: Step, known: ReadonlyMap<string, Step>): Actor | null {
  let at = event;
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const cause = known.get(at.causationId ?? '');
    if (cause === undefined || UNASKED.get(at.type)?.includes(cause.type)) return null;
    if (isPerson(cause.actor)) return cause.actor;
    const { beginner } = cause;
    if (beginner !== null && isPerson(beginner) && CARRY_OUT.includes(cause.type)) return beginner;
    at = cause;
  }
  return null;
}
