import type { Problem } from '@portal/contract';
import { notFound } from '@portal/domain';
import { StaleRevision } from '@portal/event-store';
import type { CausalChain } from '../../kernel/causalChain.ts';
import { HttpProblem } from '../http/errors.ts';
import { etag, ifMatchOf } from '../http/recordAnswer.ts';
import { stateOf } from '../http/requestLog.ts';
import type { RouteRequest } from '../http/route.ts';
import type { ReadPorts } from '../readPorts.ts';
import { shownInstant } from '../shownInstant.ts';
import { type NamePorts, type Reader, whoOf } from './people.ts';

const NOT_SHOWN = new Set(['reason', 'password', 'effective_from']);

interface EditedRecord {
  readonly name: string;
  /** The record on the wire; null if deleted. */
  readonly current: () => Promise<object | null>;
  /** Default: an administrator. */
  readonly reader?: Reader;
}

/**
 * Runs an edit with the revision in If-Match and waits until it is visible. If the record changed since the caller read
 * it, responds 412 with who, when, and both values of each differing field.
 */
export async function withConflicts<Result extends CausalChain | { readonly chain: CausalChain }>(
  ports: NamePorts & Pick<ReadPorts, 'readStream' | 'timeZone'>,
  request: Pick<RouteRequest, 'http' | 'visible'>,
  record: EditedRecord,
  edit: (seenRevision: bigint | undefined) => Promise<Result>,
): Promise<Result> {
  try {
    const done = await edit(ifMatchOf(request.http));
    await request.visible('chain' in done ? done.chain : done);
    return done;
  } catch (error) {
    if (!(error instanceof StaleRevision)) throw error;
    const envelopes = await ports.readStream(error.stream);
    const since = envelopes.filter(({ revision }) => revision > error.seen);
    const last = since.at(-1) ?? envelopes.at(-1);
    if (last === undefined) throw notFound(`${record.name} not found`);
    await request.visible({ types: [last.event.type], position: last.position });
    const current = (await record.current()) as Record<string, unknown> | null;
    if (current === null) throw notFound(`${record.name} not found`);
    const who = await whoOf(ports, [last], record.reader ?? { kind: 'admin' });
    const conflict: NonNullable<Problem['conflict']> = {
      changed_by: who(last).name,
      changed_at: last.metadata.recordedAt,
      etag: etag(last.revision),
      fields: differences(stateOf(request.http).sentBody, current),
      current,
    };
    const at = shownInstant(conflict.changed_at, ports.timeZone);
    throw new HttpProblem(
      412,
      `This ${record.name.toLowerCase()} was changed by ${conflict.changed_by} at ${at}. Please compare and save again.`,
      {
        headers: { ETag: conflict.etag },
        errors: conflict.fields.map(({ path, theirs }) => ({
          path,
          message: `Changed by ${conflict.changed_by} at ${at} to ${shownValue(theirs)}`,
        })),
        conflict,
      },
    );
  }
}

/** Both values of the caller's fields that differ now. */
function differences(body: unknown, current: Record<string, unknown>) {
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body)
    .filter(([path]) => Object.hasOwn(current, path) && !NOT_SHOWN.has(path))
    .filter(([path, yours]) => comparable(yours) !== comparable(current[path]))
    .map(([path, yours]) => ({ path, yours: yours as unknown, theirs: current[path] ?? null }));
}

/** '12' equals 12, and null equals a blank. */
const comparable = (value: unknown) =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '').trim();

const shownValue = (value: unknown) => (comparable(value) === '' ? '(blank)' : comparable(value));
