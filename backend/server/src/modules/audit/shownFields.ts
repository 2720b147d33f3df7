import { isErased } from '@portal/domain';
import { formatDollars } from '@portal/domain/values';
import { shownValue } from '../../platform/history/describe.ts';

/** One field of a record's state as people read it. */
export interface ShownField {
  /** Path in the state, e.g. `promotion.rateCents`: tells fields apart. */
  readonly field: string;
  readonly label: string;
  readonly value: string | null;
}

/** Of a longer list, as the lines of an invoice may be, the first are shown, and how many more there are. */
const MOST_OF_A_LIST = 500;

/** Kept for machines: ids of events and records, and hashes, say nothing to a person. */
const SILENT = /(^|\.)(because|eventId|chainHash|basis|erasedRecords|pastRetention)(\.|$)/;

/**
 * A state's fields, flat and in its own order: money as dollars, an erased value as 'erased', absent ones as null.
 * Works on any state, so that a field added to a decider shows without a line here.
 */
export function shownFields(state: unknown): readonly ShownField[] {
  return flat(state, []).filter(({ field }) => !SILENT.test(field));
}

function flat(value: unknown, path: readonly string[]): ShownField[] {
  if (Array.isArray(value) && value.some((each) => typeof each === 'object' && each !== null)) {
    const shown = value
      .slice(0, MOST_OF_A_LIST)
      .flatMap((each, index) => flat(each, [...path, String(index + 1)]));
    const more = value.length - MOST_OF_A_LIST;
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
