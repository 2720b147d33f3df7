import type { AuditKind } from '@portal/contract';
import {
  type DatedRate,
  type DatedRates,
  type Decider,
  isErased,
  type PortalEvent,
  rateInForce,
} from '@portal/domain';
import { type Day, formatDay, formatDollars, wordsOfName } from '@portal/domain/values';

export interface Description {
  readonly text: string;
  readonly changes: readonly Change[];
  /** Another record that the text speaks of. */
  readonly about?: { readonly kind: AuditKind; readonly id: string };
}

export interface Change {
  readonly field: string;
  readonly from: string | null;
  readonly to: string | null;
}

export type Describe = (event: PortalEvent) => Description;

/** Texts of events by type: fixed, or made from an event's data and the state of its stream before it. */
export type EventTexts<Event extends PortalEvent, State = undefined> = {
  readonly [Type in Event['type']]:
    | string
    | ((data: Extract<Event, { type: Type }>['data'], before: State) => string | Description);
};

/**
 * Describes the events of a stream in their order by a table of texts; events that it lacks get {@link plainWords}.
 * @param decider folds the state that texts get
 */
export const describeByTexts =
  <Event extends PortalEvent, State = undefined>(
    texts: Partial<EventTexts<Event, State>>,
    decider?: Pick<Decider<State, never, Event>, 'initialState' | 'evolve'>,
  ): (() => Describe) =>
  () => {
    type Text = string | ((data: PortalEvent['data'], before: State) => string | Description);
    const all = texts as Readonly<Record<string, Text>>;
    let state = decider?.initialState as State;
    return (event) => {
      const before = state;
      if (decider !== undefined) state = decider.evolve(before, event as Event);
      const text = all[event.type];
      if (text === undefined) return plainWords(event.type);
      const told = typeof text === 'string' ? text : text(event.data, before);
      return typeof told === 'string' ? said(told) : told;
    };
  };

/** A value as text; null for none. */
export function shownValue(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (isErased(value)) return 'erased';
  if (Array.isArray(value)) return value.length === 0 ? null : value.map(shownValue).join(', ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return String(value);
}

export const shownCents = (cents: number | null | undefined): string | null =>
  cents === null || cents === undefined ? null : formatDollars(cents);

/** Changed fields by label; fields without a label are left out. */
export function changesBetween<Fields extends object>(
  labels: { readonly [Field in keyof Fields]?: string },
  before: Fields,
  after: Fields,
): readonly Change[] {
  return (Object.entries(labels) as [keyof Fields, string][]).flatMap(([key, field]) => {
    const [from, to] = [shownValue(before[key]), shownValue(after[key])];
    return from === to ? [] : [{ field, from, to }];
  });
}

/** One change as a sentence, several as the list of their fields. */
export function sentenceOf(what: string, changes: readonly Change[]): string {
  const [only] = changes;
  if (only === undefined) return `${what} saved`;
  if (changes.length > 1) return `${what} changed: ${changes.map(({ field }) => field).join(', ')}`;
  const field = only.field.charAt(0).toUpperCase() + only.field.slice(1);
  if (only.from === null) return `${field} set to ${only.to}`;
  if (only.to === null) return `${field} removed (was ${only.from})`;
  return `${field} changed from ${only.from} to ${only.to}`;
}

/** Describes changed fields; without them if the state before is unknown. */
export function fieldsChanged<Fields extends object>(
  what: string,
  labels: { readonly [Field in keyof Fields]?: string },
  before: Fields | undefined,
  after: Fields,
): Description {
  const changes = before === undefined ? [] : changesBetween(labels, before, after);
  return { text: sentenceOf(what, changes), changes };
}

export function oneChange(field: string, from: string | null, to: string | null): Description {
  const changes = from === to ? [] : [{ field, from, to }];
  return { text: sentenceOf(field.charAt(0).toUpperCase() + field.slice(1), changes), changes };
}

/** The rate that a change replaces, in cents; changes stored without `savedOn` replace the newest. */
export function rateBefore(
  rates: DatedRates<DatedRate>,
  { effectiveFrom, savedOn }: { readonly effectiveFrom: Day | null; readonly savedOn?: Day | undefined },
): number | null | undefined {
  return savedOn === undefined ? rates.at(-1)?.cents : rateInForce(rates, effectiveFrom ?? savedOn)?.cents;
}

/** Describes a changed rate, in cents per reader per month, with its first day if later. */
export function rateChange(
  field: string,
  cents: { readonly from: number | null | undefined; readonly to: number | null },
  effectiveFrom: Day | null,
): Description {
  const { text, changes } = oneChange(field, shownCents(cents.from), shownCents(cents.to));
  return { text: effectiveFrom === null ? text : `${text} from ${formatDay(effectiveFrom)}`, changes };
}

/** Without changed fields. */
export const said = (text: string): Description => ({ text, changes: [] });

/** `: ` and the reason; empty without one. */
export const because = (reason: string | null): string => (reason === null ? '' : `: ${reason}`);

/** `PaymentMethodSaved` is 'Payment method saved': for events that need no words of their own. */
export const plainWords = (type: string): Description => said(wordsOfName(type));
