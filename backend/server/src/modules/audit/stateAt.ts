import type { AuditKind, StateAt } from '@portal/contract';
import { isErased, notFound } from '@portal/domain';
import { formatDollars } from '@portal/domain/values';
import { indexOfStream } from '@portal/projections';
import { shownValue } from '../../platform/history/describe.ts';
import { AUDITED } from './records.ts';
import { type AuditPorts, nameOfStream } from './timeline.ts';

/** `field`: path in the state, e.g. `promotion.rateCents`. */
type ShownField = Omit<StateAt['fields'][number], 'today'>;

/** Longer lists are cut, with the number of further entries. */
const MAX_LIST_ITEMS = 500;

/** Ids of events and records, and hashes, are not shown. */
const SILENT = /(^|\.)(because|eventId|chainHash|basis|erasedRecords|pastRetention)(\.|$)/;

/**
 * The fields of any state, flat and in order: money as dollars, erased values as 'erased', absent ones as null.
 */
function shownFields(state: unknown): readonly ShownField[] {
  return flat(state, []).filter(({ field }) => !SILENT.test(field));
}

function flat(value: unknown, path: readonly string[]): ShownField[] {
  if (Array.isArray(value) && value.some((each) => typeof each === 'object' && each !== null)) {
    const shown = value
      .slice(0, MAX_LIST_ITEMS)
      .flatMap((each, index) => flat(each, [...path, String(index + 1)]));
    const more = value.length - MAX_LIST_ITEMS;
    if (more <= 0) return shown;
    const rest = [...path, 'more'];
    return [...shown, { field: rest.join('.'), label: labelOf(rest), value: more.toLocaleString('en-US') }];
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value) && !isErased(value)) {
    return Object.entries(value).flatMap(([key, each]) => flat(each, [...path, key]));
  }
  const field = path.join('.');
  const isCents = /(^c|C)ents$/.test(path.at(-1) ?? '') && typeof value === 'number';
  return [{ field, label: labelOf(path), value: isCents ? formatDollars(value) : shownValue(value) }];
}

/** `promotion.rateCents` is 'Promotion: rate'. */
function labelOf(path: readonly string[]): string {
  const words = path.map((part) =>
    part
      .replace(/(^c|C)ents$/, '')
      .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
      .toLowerCase(),
  );
  const label = words.filter((part) => part !== '').join(': ');
  return label.charAt(0).toUpperCase() + label.slice(1);
}

/** Events up to a number, inclusive, or before an instant. */
export type Moment =
  | { readonly seq: number; readonly at?: undefined }
  | { readonly at: string; readonly seq?: undefined };

/**
 * State of a record at a moment and now, from two folds of its stream. For an instant, events recorded before it
 * count. Before the first event every value is null.
 * @throws BusinessRefusal not_found for an unknown record
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
