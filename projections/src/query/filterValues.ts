import { addDays, isDay, startOfDay } from '@portal/domain/values';

/** A filter or sort names a field the list doesn't have, or a value that can't be one of its values. */
export class InvalidListQuery extends Error {
  /** The field at fault, `range` or `sort`. */
  readonly path: string;

  constructor(path: string, message: string) {
    super(message);
    this.name = 'InvalidListQuery';
    this.path = path;
  }
}

export type FilterKind = 'text' | 'boolean' | 'integer' | 'day' | 'instant';
type FilterValue = string | number | boolean;

const refused = (field: string, value: unknown) =>
  new InvalidListQuery(field, `${JSON.stringify(value)} is no value of ${field}.`);

const ALLOWED: Readonly<Record<FilterKind, (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string' && !value.includes('\0'),
  boolean: (value) => typeof value === 'boolean',
  integer: (value) => Number.isSafeInteger(value) && Math.abs(value as number) <= 2_147_483_647,
  day: (value) => typeof value === 'string' && isDay(value),
  instant: (value) => typeof value === 'string' && isInstant(value),
};

/** A value a field may have; null for none. @throws InvalidListQuery */
export function checkedValue(field: string, kind: FilterKind, value: unknown): FilterValue | null {
  if (value === null) return null;
  if (!ALLOWED[kind](value)) throw refused(field, value);
  return kind === 'instant' ? new Date(value as string).toISOString() : (value as FilterValue);
}

/**
 * A bound as SQL operator and limit, both ends included. A day bounds an instant from its first to its last moment in
 * `timeZone`. @throws InvalidListQuery
 */
export function rangeOf(
  field: string,
  kind: FilterKind,
  bound: 'gte' | 'lte',
  value: unknown,
  timeZone: string,
): { readonly operator: '>=' | '<=' | '<'; readonly limit: FilterValue } {
  if (kind !== 'integer' && kind !== 'day' && kind !== 'instant') {
    throw new InvalidListQuery(field, `This list can't be filtered by ${field}.`);
  }
  if (kind === 'instant' && typeof value === 'string' && isDay(value)) {
    return bound === 'gte'
      ? { operator: '>=', limit: startOfDay(value, timeZone) }
      : { operator: '<', limit: startOfDay(addDays(value, 1), timeZone) };
  }
  const limit = checkedValue(field, kind, value);
  if (limit === null) throw refused(field, value);
  return { operator: bound === 'gte' ? '>=' : '<=', limit };
}

/** An ISO instant with its offset from UTC, of a year PostgreSQL takes. */
function isInstant(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}T[\d:.]{5,15}(Z|[+-]\d{2}:\d{2})$/.test(text) && !Number.isNaN(Date.parse(text));
}
