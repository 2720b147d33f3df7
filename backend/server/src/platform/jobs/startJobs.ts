import { PostgresBackend } from '@agendajs/postgres-backend';
import { Agenda } from 'agenda';
import type { Logger } from 'pino';
import { openDatabase } from '../database/openDatabase.ts';
import { underLock } from '../database/underLock.ts';
import type { Jobs } from './jobs.ts';

const TICK = 'tick';
const PROCESS_EVERY_MS = 2_000;
/**
 * A tick answers Agenda after this long; what is still under way goes on and isn't begun again. Shorter than the lock's
 * lifetime, past which Agenda would run the tick again beside itself.
 */
const TICK_MOST_MS = 40_000;
const LOCK_MS = 90_000;
const DRAIN_MS = 2_000;
/** Advisory lock under which Agenda's table is made: portals that start at once would trip over each other. */
const AGENDA_TABLE_LOCK = 72_036;

export interface JobsOptions {
  readonly jobs: Jobs;
  readonly databaseUrl: string;
  readonly log: Logger;
}

/**
 * Ticks at start and then once a minute, in one process at a time. Agenda is no more than the timer and its lock: what
 * is due follows from the log, so a tick that was missed is made up for by the next one.
 */
export async function startJobs({ jobs, databaseUrl, log }: JobsOptions): Promise<{ stop(): Promise<void> }> {
  // a pool of its own, whose connections may break without taking the process along
  const database = openDatabase(databaseUrl, {
    maxConnections: 3,
    applicationName: 'portal jobs',
    onConnectionError: (error) => log.warn({ err: error }, 'jobs lost a connection'),
  });
  // one job a minute needs no notifications, and their connection is the one that Agenda doesn't guard
  const backend = new PostgresBackend({ pool: database.pool, disableNotifications: true });
  await underLock(database, AGENDA_TABLE_LOCK, () => backend.connect());
  const connected: PostgresBackend = Object.create(backend, { connect: { value: async () => {} } });
  const agenda = new Agenda({ backend: connected, processEvery: PROCESS_EVERY_MS });
  agenda.on('error', (error: unknown) => log.warn({ err: error }, 'Agenda failed; retrying'));
  agenda.define(TICK, () => settledWithin(jobs.tick(), TICK_MOST_MS), {
    concurrency: 1,
    lockLifetime: LOCK_MS,
  });
  await agenda.start();
  await agenda.every('1 minute', TICK);
  void jobs.tick();
  return {
    async stop() {
      // the tick under way is ended and written down, so that no other portal waits for its lock to run out
      const drained = agenda.drain({ timeout: DRAIN_MS, closeConnection: false });
      await jobs.stop();
      await drained.catch((error: unknown) => log.warn({ err: error }, 'Agenda did not stop'));
      await database.close();
    },
  };
}

async function settledWithin(work: Promise<void>, milliseconds: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
    timer.unref();
  });
  await Promise.race([work, late]);
  clearTimeout(timer);
}
