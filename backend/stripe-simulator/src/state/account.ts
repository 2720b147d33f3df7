import type Stripe from 'stripe';
import { missing } from '../failures.ts';
import { newId } from './ids.ts';
import type { Change, Kind, Kinds } from './kinds.ts';

/** The version of Stripe's API: the one that the `stripe` package 23 pins. */
export const API_VERSION = '2026-10-28.endive';

export type EventType = Stripe.Event['type'];

/** The call that causes a change; null for the simulator's own. */
export interface Cause {
  readonly requestId: string;
  readonly idempotencyKey: string | null;
}

/** The objects of one secret key. Calls are synchronous, so they never overlap. */
export class Account {
  /** The account's publishable key. */
  readonly name: string;
  /** Confirmations of each intent by pages since the start. */
  readonly confirmations = new Map<string, number>();
  private readonly clock: () => Date;
  private readonly webhooks: () => number;
  private readonly livemode: boolean;
  private readonly tables: { [K in Kind]?: Map<string, Kinds[K]> } = {};
  private changes: Change[] = [];
  private undo: (() => void)[] = [];
  private emitted: Stripe.Event[] = [];
  private cause: Cause | null = null;

  /** @param webhooks counts the endpoints that get each event */
  constructor(name: string, clock: () => Date, webhooks: () => number, livemode: boolean) {
    this.name = name;
    this.clock = clock;
    this.webhooks = webhooks;
    this.livemode = livemode;
  }

  /** Seconds since 1970. */
  now(): number {
    return Math.floor(this.clock().getTime() / 1_000);
  }

  find<K extends Kind>(kind: K, id: string): Kinds[K] | undefined {
    return this.table(kind).get(id);
  }

  /** @throws StripeFailure `resource_missing`: 404 where the address named it (`status` 404), else 400 */
  get<K extends Kind>(kind: K, id: string, param: string, status: 404 | 400 = 400): Kinds[K] {
    const found = this.find(kind, id);
    if (found === undefined) throw missing(kind, id, param, status);
    return found;
  }

  /** @throws StripeFailure `resource_missing`, for a deleted one too */
  customer(id: string, param = 'customer', status: 404 | 400 = 400): Stripe.Customer {
    const found = this.get('customer', id, param, status);
    if (found.deleted === true) throw missing('customer', id, param, status);
    return found;
  }

  /** Oldest first. */
  all<K extends Kind>(kind: K): Kinds[K][] {
    return [...this.table(kind).values()];
  }

  save<K extends Kind>(kind: K, value: Kinds[K]): Kinds[K] {
    const saved = this.livemode && 'livemode' in value ? { ...value, livemode: true } : value;
    this.put(kind, value.id, saved);
    return saved;
  }

  remove(kind: Kind, id: string): void {
    this.put(kind, id, null);
  }

  /** Saves an event; `previous` holds the changed fields as they were. */
  emit(type: EventType, object: object, previous?: object): void {
    const event = {
      id: newId('evt'),
      object: 'event',
      api_version: API_VERSION,
      created: this.now(),
      data: previous === undefined ? { object } : { object, previous_attributes: previous },
      livemode: this.livemode,
      pending_webhooks: this.webhooks(),
      request: { id: this.cause?.requestId ?? null, idempotency_key: this.cause?.idempotencyKey ?? null },
      type,
    } as Stripe.Event;
    this.save('event', event);
    this.emitted.push(event);
  }

  /**
   * Runs `work`, then has its changes written; undoes them when either fails.
   * @returns the result, and the events to send
   */
  change<T>(cause: Cause | null, work: () => T, write: (changes: readonly Change[]) => void) {
    this.cause = cause;
    try {
      const result = work();
      if (this.changes.length > 0) write(this.changes);
      return { result, emitted: this.emitted };
    } catch (error) {
      this.rollBack();
      throw error;
    } finally {
      this.forgetChanges();
    }
  }

  /** Undoes what was changed so far. */
  rollBack(): void {
    for (const undo of this.undo.reverse()) undo();
    this.forgetChanges();
  }

  /** Applies a change that was written before a restart. */
  restore({ kind, id, value }: Change): void {
    this.put(kind, id, value);
    this.forgetChanges();
  }

  /** The whole account as changes. */
  snapshot(): Change[] {
    return (Object.keys(this.tables) as Kind[]).flatMap((kind) =>
      this.all(kind).map((value) => ({ kind, id: value.id, value }) as Change),
    );
  }

  private forgetChanges(): void {
    [this.changes, this.undo, this.emitted, this.cause] = [[], [], [], null];
  }

  private table<K extends Kind>(kind: K): Map<string, Kinds[K]> {
    const tables: { [Other in K]?: Map<string, Kinds[Other]> } = this.tables;
    tables[kind] ??= new Map();
    return tables[kind];
  }

  private put<K extends Kind>(kind: K, id: string, value: Kinds[K] | null): void {
    const table = this.table(kind);
    const before = table.get(id);
    this.undo.push(() => (before === undefined ? table.delete(id) : table.set(id, before)));
    if (value === null) table.delete(id);
    else table.set(id, value);
    this.changes.push({ kind, id, value } as Change);
  }
}
