import type Stripe from 'stripe';
import { missing } from '../failures.ts';
import { newId } from './ids.ts';
import type { Change, Kind, Kinds } from './kinds.ts';

type Tables = { readonly [K in Kind]: Map<string, Kinds[K]> };
type EventType = Stripe.Event['type'];
type EventObject<T extends EventType> = Extract<Stripe.Event, { type: T }>['data']['object'];

/** The call that causes a change. */
export interface Cause {
  readonly requestId: string | null;
  readonly idempotencyKey: string | null;
}

/**
 * The objects of one secret key. A call ends with `commit` or `rollBack`. Calls are synchronous, so they never overlap.
 * `webhooks` counts the endpoints that get each event.
 */
export class Account {
  readonly apiVersion: string;
  /** Ids of the events that this process sends or has sent. */
  readonly delivered = new Set<string>();
  /** Confirmations of each intent by pages since the start. */
  readonly confirmations = new Map<string, number>();
  private readonly clock: () => Date;
  private readonly webhooks: () => number;
  private readonly livemode: boolean;
  private readonly tables: Tables = {
    customer: new Map(),
    payment_method: new Map(),
    payment_intent: new Map(),
    setup_intent: new Map(),
    charge: new Map(),
    refund: new Map(),
    dispute: new Map(),
    event: new Map(),
    card: new Map(),
    authentication: new Map(),
    kept: new Map(),
  };
  private changes: Change[] = [];
  private undo: (() => void)[] = [];
  private cause: Cause = { requestId: null, idempotencyKey: null };

  constructor(apiVersion: string, clock: () => Date, webhooks: () => number, livemode: boolean) {
    this.apiVersion = apiVersion;
    this.clock = clock;
    this.webhooks = webhooks;
    this.livemode = livemode;
  }

  /** Seconds since 1970. */
  now(): number {
    return Math.floor(this.clock().getTime() / 1_000);
  }

  find<K extends Kind>(kind: K, id: string): Kinds[K] | undefined {
    return this.tables[kind].get(id);
  }

  /** @throws StripeFailure `resource_missing`: 404 where the address named it (`status` 404), else 400 */
  get<K extends Kind>(kind: K, id: string, param: string, status: 404 | 400 = 400): Kinds[K] {
    const found = this.find(kind, id);
    if (found === undefined) throw missing(WORDS[kind] ?? kind, id, param, status);
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
    return [...this.tables[kind].values()];
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
  emit<T extends EventType>(type: T, object: EventObject<T>, previous?: Partial<EventObject<T>>): void {
    this.save('event', {
      id: newId('evt'),
      object: 'event',
      api_version: this.apiVersion,
      created: this.now(),
      data: previous === undefined ? { object } : { object, previous_attributes: previous },
      livemode: this.livemode,
      pending_webhooks: this.webhooks(),
      request: { id: this.cause.requestId, idempotency_key: this.cause.idempotencyKey },
      type,
    });
  }

  begin(cause: Cause): void {
    this.cause = cause;
    this.changes = [];
    this.undo = [];
  }

  /** What was saved since `begin`, in order. */
  uncommitted(): readonly Change[] {
    return this.changes;
  }

  commit(): void {
    this.begin({ requestId: null, idempotencyKey: null });
  }

  rollBack(): void {
    for (const undo of this.undo.reverse()) undo();
    this.begin({ requestId: null, idempotencyKey: null });
  }

  /** Applies a change that was committed before a restart. */
  restore(change: Change): void {
    this.put(change.kind, change.id, change.value);
    this.begin({ requestId: null, idempotencyKey: null });
  }

  /** The whole account as changes. */
  snapshot(): Change[] {
    const of = <K extends Kind>(kind: K) =>
      [...this.tables[kind].entries()].map(([id, value]) => asChange(kind, id, value));
    return (Object.keys(this.tables) as Kind[]).flatMap((kind) => of(kind));
  }

  private put<K extends Kind>(kind: K, id: string, value: Kinds[K] | null): void {
    const table: Map<string, Kinds[K]> = this.tables[kind];
    const before = table.get(id);
    this.undo.push(() => (before === undefined ? table.delete(id) : table.set(id, before)));
    if (value === null) table.delete(id);
    else table.set(id, value);
    this.changes.push(asChange(kind, id, value));
  }
}

/** Pairs a kind with its value; the compiler can't follow a union through a type parameter. */
function asChange<K extends Kind>(kind: K, id: string, value: Kinds[K] | null): Change {
  return { kind, id, value } as Change;
}

const WORDS: Partial<Record<Kind, string>> = { payment_method: 'PaymentMethod' };
