import { join } from 'node:path';
import { type StripeSimulator, startStripeSimulator } from '@portal/stripe-simulator';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Migration } from '../../platform/database/migrate.ts';

export interface SimulatorSeatOptions {
  readonly databaseUrl: string;
  readonly pool: pg.Pool;
  readonly dataDir: string;
  /** Whether this portal may run it: it serves the card form and takes the webhooks. */
  readonly mayHost: boolean;
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

export interface SimulatorSeat {
  /** Null while no portal runs it. */
  url(): string | null;
  /** The simulator, where this portal runs it. */
  readonly simulator: StripeSimulator | null;
  /** Sends webhooks from now on; called once this portal listens. */
  takeWebhooks(): void;
  stop(): Promise<void>;
}

/** Advisory lock that the portal which runs the simulator holds on a connection of its own. */
const SEAT = 72_061;
const LOOK_MS = 2_000;
const STATE_FILE = 'stripe-simulator.jsonl';

/** Where the portals of this database find the one simulator. */
export const simulatorMigration: Migration = {
  name: '0012_stripe_simulator',
  up: (knex) =>
    knex.schema.createTable('stripe_simulator', (table) => {
      table.integer('id').primary().checkPositive();
      table.text('url').notNullable();
    }),
};

/**
 * The embedded Stripe simulator, once for all portals of a database: who holds the seat runs it and says where, the
 * others look there, and one of them takes the seat when it is left. Its state lies in the holder's DATA_DIR.
 */
export async function openSimulatorSeat(options: SimulatorSeatOptions): Promise<SimulatorSeat> {
  const { pool, log } = options;
  let seat: pg.Client | null = null;
  let simulator: StripeSimulator | null = null;
  let found: string | null = null;
  let listening = false;
  let stopped = false;

  async function takeSeat(): Promise<boolean> {
    const client = new pg.Client({ connectionString: options.databaseUrl, keepAlive: true });
    client.on('error', () => {
      if (seat === client) void leave();
    });
    try {
      await client.connect();
      const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [
        SEAT,
      ]);
      if (rows[0]?.taken === true) {
        seat = client;
        return true;
      }
    } catch (error) {
      log.warn({ err: error }, 'the Stripe simulator lock could not be requested');
    }
    await client.end().catch(() => {});
    return false;
  }

  async function leave(): Promise<void> {
    const [left, running] = [seat, simulator];
    seat = null;
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
    // one that was lost is out of reach for a moment: that is not the same as having none
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
    if (options.mayHost && (await takeSeat())) return host();
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
    url: () => simulator?.url ?? found,
    get simulator() {
      return simulator;
    },
    takeWebhooks() {
      listening = true;
      if (simulator !== null) sendWebhooks(simulator);
    },
    async stop() {
      stopped = true;
      clearInterval(timer);
      await looking;
      await leave();
    },
  };
}
