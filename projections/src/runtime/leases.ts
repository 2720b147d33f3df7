import type { Pool } from 'pg';
import type { Log } from './log.ts';
import type { Runner } from './runner.ts';
import { Wake } from './wake.ts';

const RENEW_MS = 2_000;
/** With the wait of whoever looks for it every {@link RENEW_MS}: another process goes on within 10 s. */
const LEASE_SECONDS = 7;

/**
 * Holds the leases of this process: takes the free and the run out ones, renews its own. Time is the
 * database's. A lease that was lost is found out here or, at the latest, by the fence of the next write.
 */
export class Leases {
  readonly #pool: Pool;
  readonly #runners: readonly Runner[];
  readonly #owner: string;
  readonly #log: Log;
  readonly #onTrouble: () => void;
  readonly #wake = new Wake();
  #lastRenewed = performance.now();

  /** @param options.onTrouble the database could not be reached: what is known of it may be out of date */
  constructor(options: {
    pool: Pool;
    runners: readonly Runner[];
    owner: string;
    log: Log;
    onTrouble: () => void;
  }) {
    this.#pool = options.pool;
    this.#runners = options.runners;
    this.#owner = options.owner;
    this.#log = options.log;
    this.#onTrouble = options.onTrouble;
  }

  /** Another process has freed its leases: take them now. */
  freed(): void {
    this.#wake.call();
  }

  async run(signal: AbortSignal): Promise<void> {
    signal.addEventListener('abort', () => this.#wake.call(), { once: true });
    while (!signal.aborted) {
      try {
        await this.#renew();
        await this.#acquire();
      } catch (error) {
        this.#log.warn(
          { err: error },
          'The leases of the projections can not be renewed just now; trying again.',
        );
        this.#onTrouble();
        if (performance.now() - this.#lastRenewed > LEASE_SECONDS * 1_000) {
          for (const runner of this.#runners) runner.setEpoch(undefined);
        }
      }
      if (!signal.aborted) await this.#wake.sleep(RENEW_MS);
    }
  }

  /** Frees what this process holds, after its runners have stopped. */
  async release(): Promise<boolean> {
    const held = this.#runners.filter(({ epoch }) => epoch !== undefined);
    if (held.length === 0) return false;
    await this.#pool.query(
      `UPDATE projection_leases l SET until = '-infinity', owner = NULL
       FROM unnest($1::text[], $2::integer[], $3::bigint[]) AS held(projection, version, epoch)
       WHERE l.projection = held.projection AND l.version = held.version AND l.epoch = held.epoch`,
      columns(held),
    );
    for (const runner of held) runner.setEpoch(undefined);
    return true;
  }

  async #renew(): Promise<void> {
    const held = this.#runners.filter(({ epoch }) => epoch !== undefined);
    if (held.length > 0) {
      const { rows } = await this.#pool.query<{ projection: string; version: number }>(
        `UPDATE projection_leases l SET until = clock_timestamp() + make_interval(secs => $4)
         FROM unnest($1::text[], $2::integer[], $3::bigint[]) AS held(projection, version, epoch)
         WHERE l.projection = held.projection AND l.version = held.version AND l.epoch = held.epoch
         RETURNING l.projection, l.version`,
        [...columns(held), LEASE_SECONDS],
      );
      const renewed = new Set(rows.map(({ projection }) => projection));
      for (const runner of held) if (!renewed.has(runner.consumer.name)) runner.setEpoch(undefined);
    }
    this.#lastRenewed = performance.now();
  }

  async #acquire(): Promise<void> {
    const missing = this.#runners.filter(({ epoch }) => epoch === undefined);
    if (missing.length === 0) return;
    const { rows } = await this.#pool.query<{ projection: string; epoch: string }>(
      `UPDATE projection_leases l SET epoch = l.epoch + 1, owner = $3, until = clock_timestamp() + make_interval(secs => $4)
       FROM (
         SELECT projection, version FROM projection_leases
         WHERE (projection, version) IN (SELECT * FROM unnest($1::text[], $2::integer[]))
           AND until < clock_timestamp()
         FOR UPDATE SKIP LOCKED
       ) AS free
       WHERE l.projection = free.projection AND l.version = free.version
       RETURNING l.projection, l.epoch::text`,
      [...columns(missing).slice(0, 2), this.#owner, LEASE_SECONDS],
    );
    for (const { projection, epoch } of rows) {
      missing.find(({ consumer }) => consumer.name === projection)?.setEpoch(BigInt(epoch));
    }
  }
}

const columns = (runners: readonly Runner[]) => [
  runners.map(({ consumer }) => consumer.name),
  runners.map(({ consumer }) => consumer.version),
  runners.map(({ epoch }) => epoch?.toString()),
];
