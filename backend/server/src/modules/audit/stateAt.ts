import type { AuditKind, StateAt } from '@portal/contract';
import { indexOfStream } from '@portal/projections';
import { notFound } from '../../platform/http/errors.ts';
import { AUDITED } from './records.ts';
import { shownFields } from './shownFields.ts';
import { type AuditPorts, nameOfStream } from './timeline.ts';

/** Up to where events count: a number in the log, the event itself included, or an instant, events at it left out. */
export type Moment =
  | { readonly seq: number; readonly at?: undefined }
  | { readonly at: string; readonly seq?: undefined };

/**
 * What was believed of a record at a moment, beside what is believed now: its stream folded twice. At an instant it is
 * the longest prefix recorded before it (architecture, Time and billing). Before the first event every value is null.
 * @throws HttpProblem 404 for a record that never was
 */
export async function stateAt(
  ports: AuditPorts,
  kind: AuditKind,
  id: string,
  moment: Moment,
): Promise<StateAt> {
  const { streamOf, fold, name } = AUDITED[kind];
  const stream = nameOfStream(streamOf, id, name);
  const index = await indexOfStream(ports.db, stream);
  if (index.length === 0) throw notFound(`${name} not found`);
  const counts = (entry: (typeof index)[number]) =>
    moment.at === undefined
      ? entry.seq <= moment.seq
      : entry.recorded_at !== null && entry.recorded_at < moment.at;
  const end = index.findIndex((entry) => !counts(entry));
  const length = end === -1 ? index.length : end;
  const envelopes = await ports.readStream(stream);
  const past = envelopes.slice(0, length);
  const of = (some: typeof envelopes) =>
    new Map(
      some.length === 0
        ? []
        : shownFields(fold(some.map(({ event }) => event))).map((field) => [field.field, field]),
    );
  const [then, now] = [of(past), of(envelopes)];
  return {
    kind,
    id,
    seq: index[length - 1]?.seq ?? null,
    at: index[length - 1]?.recorded_at ?? null,
    fields: [...new Map([...now, ...then]).values()].map(({ field, label }) => ({
      field,
      label,
      value: then.get(field)?.value ?? null,
      today: now.get(field)?.value ?? null,
    })),
  };
}
