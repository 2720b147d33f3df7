import type { Pool } from 'pg';
import { Wake } from './wake.ts';

const RENEW_MS = 2_000;
/** Lease expiry. With polling every {@link RENEW_MS}, failover takes under 10 s, also if nobody knows that the owner is gone. */
const LEASE_SECONDS = 7;

/** A table of leases with the columns `epoch`, `owner` and the end of the lease by the database's clock. */
export interface LeaseTable {
  readonly table: string;
  /** Columns of the key with types; the first is the name. */
  readonly key: readonly (readonly [column: string, type: 'text' | 'integer'])[];
  /** Column with the end of the lease; `-infinity` if free. */
  readonly until: string;
  /** Whether missing rows are inserted. */
  readonly makesRows: boolean;
}

/** Work that runs while this process holds its lease. */
export interface Leased {
  /** Key of the lease's row. */
  readonly lease: readonly [name: string, ...others: (string | number)[]];
  /** Epoch of the lease, which fences writes; undefined without lease. */
  readonly epoch: bigint | undefined;
  /** True while it should not run here; other processes may take the lease. */
  readonly resting?: boolean;
  /** Starts the work with the lease's epoch, or ends it (undefined). */
  setEpoch(epoch: bigint | undefined): void;
}

export interface LeasesOptions {
  readonly pool: Pool;
  readonly table: LeaseTable;
  readonly leased: readonly Leased[];
  /** Shown in the status. */
  readonly owner: string;
  /** SQL condition on the column `owner`: that process is gone, so its leases are free before they end. */
  readonly ownerIsGone?: string | undefined;
  readonly log: { warn(details: object, message: string): void };
  /** The database could not be reached; cached state may be outdated. */
  readonly onTrouble?: () => void;
}

/**
 * The leases of this process: takes free and expired ones, renews its own, by the database's clock. A lost lease is
 * detected here or, at the latest, by the fence of the next write.
 */
export class Leases {
  readonly #options: LeasesOptions;
  readonly #wake = new Wake();
  #lastRenewed = performance.now();

  constructor(options: LeasesOptions) {
    this.#options = options;
  }

  /** Another process has released its leases: take them now. */
  freed(): void {
    this.#wake.call();
  }

  async run(signal: AbortSignal): Promise<void> {
    const { table, leased, log, onTrouble } = this.#options;
    signal.addEventListener('abort', () => this.#wake.call(), { once: true });
    while (!signal.aborted) {
      try {
        await this.#renew();
        await this.#acquire();
      } catch (error) {
        log.warn({ err: error }, `The leases in ${table.table} can not be renewed; trying again.`);
        onTrouble?.();
        if (performance.now() - this.#lastRenewed > LEASE_SECONDS * 1_000) {
          for (const one of leased) one.setEpoch(undefined);
        }
      }
      if (!signal.aborted) await this.#wake.sleep(RENEW_MS);
    }
  }

  /** Releases the leases of this process. Call it once their work has stopped. */
  async release(): Promise<boolean> {
    const { pool, table } = this.#options;
    const held = this.#held();
    if (held.length === 0) return false;
    await pool.query(
      `UPDATE ${table.table} l SET ${table.until} = '-infinity', owner = NULL ${this.#heldRows()}`,
      this.#columns(held),
    );
    for (const one of held) one.setEpoch(undefined);
    return true;
  }

  async #renew(): Promise<void> {
    const { pool, table } = this.#options;
    const held = this.#held();
    if (held.length > 0) {
      const { rows } = await pool.query<{ name: string }>({
        name: `renew-${table.table}`,
        text: `UPDATE ${table.table} l SET ${table.until} = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
         ${this.#heldRows()} RETURNING l.${table.key[0]?.[0]} AS name`,
        values: this.#columns(held),
      });
      const renewed = new Set(rows.map(({ name }) => name));
      for (const one of held) if (!renewed.has(one.lease[0])) one.setEpoch(undefined);
    }
    this.#lastRenewed = performance.now();
  }

  async #acquire(): Promise<void> {
    const { pool, table, leased, owner, ownerIsGone = 'false' } = this.#options;
    const missing = leased.filter(({ epoch, resting }) => epoch === undefined && !resting);
    if (missing.length === 0) return;
    const keys = this.#columns(missing).slice(0, -1);
    const columns = table.key.map(([column]) => column).join(', ');
    const unnested = `SELECT * FROM unnest(${this.#parameters()})`;
    if (table.makesRows) {
      await pool.query(`INSERT INTO ${table.table} (${columns}) ${unnested} ON CONFLICT DO NOTHING`, keys);
    }
    const { rows } = await pool.query<{ name: string; epoch: string }>(
      `UPDATE ${table.table} l SET epoch = l.epoch + 1, owner = $${keys.length + 1},
         ${table.until} = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
       FROM (
         SELECT ${columns} FROM ${table.table}
         WHERE (${columns}) IN (${unnested})
           AND (${table.until} < clock_timestamp() OR ${ownerIsGone})
         FOR UPDATE SKIP LOCKED
       ) AS free
       WHERE ${this.#sameKey('free')}
       RETURNING l.${table.key[0]?.[0]} AS name, l.epoch::text`,
      [...keys, owner],
    );
    for (const { name, epoch } of rows) {
      missing.find(({ lease }) => lease[0] === name)?.setEpoch(BigInt(epoch));
    }
  }

  #held(): readonly Leased[] {
    return this.#options.leased.filter(({ epoch }) => epoch !== undefined);
  }

  /** SQL for the rows with the given keys and epochs. */
  #heldRows(): string {
    const { key } = this.#options.table;
    const columns = [...key.map(([column]) => column), 'epoch'].join(', ');
    return `FROM unnest(${this.#parameters()}, $${key.length + 1}::bigint[]) AS held(${columns})
      WHERE ${this.#sameKey('held')} AND l.epoch = held.epoch`;
  }

  /** `$1::text[], …`: the key's columns as arrays. */
  #parameters(): string {
    return this.#options.table.key.map(([, type], index) => `$${index + 1}::${type}[]`).join(', ');
  }

  #sameKey(other: string): string {
    return this.#options.table.key.map(([column]) => `l.${column} = ${other}.${column}`).join(' AND ');
  }

  /** Values of {@link #parameters}, then the epochs. */
  #columns(some: readonly Leased[]): unknown[][] {
    const keys = this.#options.table.key.map((_, index) => some.map(({ lease }) => lease[index]));
    return [...keys, some.map(({ epoch }) => epoch?.toString())];
  }
}
