import { join } from 'node:path';
import { type StripeSimulator, startStripeSimulator } from '@portal/stripe-simulator';
import pg from 'pg';
import type { Logger } from 'pino';
import { ADVISORY_LOCKS } from '../../platform/database/advisoryLocks.ts';
import type { Migration } from '../../platform/database/migrate.ts';

export interface SimulatorHostOptions {
  readonly databaseUrl: string;
  readonly pool: pg.Pool;
  readonly dataDir: string;
  /** Whether this portal may run it, serving the card form and receiving webhooks. */
  readonly mayHostSimulator: boolean;
  /** Accounts of the simulator, and where their webhooks go. */
  readonly accounts: readonly {
    readonly secretKey: string;
    readonly webhookSecret: string;
    readonly webhookPath: string;
  }[];
  readonly ownUrl: () => string;
  readonly publicUrl: () => string;
  readonly now: () => Date;
  readonly log: Logger;
}

const LOOK_MS = 2_000;
const STATE_FILE = 'stripe-simulator.jsonl';

/** Address of the simulator that all portals of this database use. */
export const simulatorMigration: Migration = {
  name: '0012_stripe_simulator',
  up: (knex) =>
    knex.schema.createTable('stripe_simulator', (table) => {
      table.integer('id').primary().checkPositive();
      table.text('url').notNullable();
    }),
};

/**
 * The embedded Stripe simulator, one for all portals of a database. The portal that holds the lock runs it and stores its
 * address; another takes over when the lock is free. Its state is in the DATA_DIR of the portal that runs it.
 */
export async function openSimulatorHost(options: SimulatorHostOptions) {
  const { pool, log } = options;
  let lock: pg.Client | null = null;
  let simulator: StripeSimulator | null = null;
  let found: string | null = null;
  let listening = false;
  let stopped = false;

  async function acquireLock(): Promise<boolean> {
    const client = new pg.Client({ connectionString: options.databaseUrl, keepAlive: true });
    client.on('error', () => {
      if (lock === client) void release();
    });
    try {
      await client.connect();
      const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [
        ADVISORY_LOCKS.simulatorHost,
      ]);
      if (rows[0]?.taken === true) {
        lock = client;
        return true;
      }
    } catch (error) {
      log.warn({ err: error }, 'the Stripe simulator lock could not be requested');
    }
    await client.end().catch(() => {});
    return false;
  }

  async function release(): Promise<void> {
    const [left, running] = [lock, simulator];
    lock = null;
    simulator = null;
    await running?.stop();
    await left?.end().catch(() => {});
  }

  async function host(): Promise<void> {
    const started = await startStripeSimulator({
      secretKeys: options.accounts.map(({ secretKey }) => secretKey),
      stateFile: join(options.dataDir, STATE_FILE),
      browserOrigin: options.publicUrl,
      clock: options.now,
      log,
    });
    simulator = started;
    // kept while the simulator is unreachable for a moment
    found = started.url;
    await pool.query(
      'INSERT INTO stripe_simulator (id, url) VALUES (1, $1) ON CONFLICT (id) DO UPDATE SET url = excluded.url',
      [started.url],
    );
    if (listening) sendWebhooks(started);
  }

  function sendWebhooks(to: StripeSimulator): void {
    for (const { secretKey, webhookSecret, webhookPath } of options.accounts) {
      to.sendWebhooksTo({ secretKey, secret: webhookSecret, url: options.ownUrl() + webhookPath });
    }
  }

  async function look(): Promise<void> {
    if (simulator !== null || stopped) return;
    if (options.mayHostSimulator && (await acquireLock())) return host();
    const { rows } = await pool.query<{ url: string }>('SELECT url FROM stripe_simulator WHERE id = 1');
    found = rows[0]?.url ?? null;
  }

  await look();
  let looking: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    looking = looking
      .then(look)
      .catch((error: unknown) => log.warn({ err: error }, 'the Stripe simulator could not be found'));
  }, LOOK_MS);
  timer.unref();

  return {
    /** Null while no portal runs it. */
    url: () => simulator?.url ?? found,
    /** Null unless this portal runs it. */
    get simulator(): StripeSimulator | null {
      return simulator;
    },
    /** Called once this portal listens. */
    takeWebhooks(): void {
      listening = true;
      if (simulator !== null) sendWebhooks(simulator);
    },
    async stop(): Promise<void> {
      stopped = true;
      clearInterval(timer);
      await looking;
      await release();
    },
  };
}
