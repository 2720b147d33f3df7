import { setTimeout as sleep } from 'node:timers/promises';
import { PostgresBackend } from '@agendajs/postgres-backend';
import { Agenda } from 'agenda';
import type { Logger } from 'pino';
import { ADVISORY_LOCKS } from '../database/advisoryLocks.ts';
import { openDatabase } from '../database/openDatabase.ts';
import { underLock } from '../database/underLock.ts';
import type { Jobs } from './jobs.ts';

const TICK = 'tick';
/** A job due before the next look is started on time. */
const PROCESS_EVERY_MS = 5_000;
/** A tick returns to Agenda after this time, while its jobs continue. Shorter than the lock's lifetime, after which Agenda would run a second tick. */
const MAX_TICK_MS = 40_000;
const LOCK_MS = 90_000;
const DRAIN_MS = 2_000;

/**
 * Ticks at start and then once a minute, in one process at a time. Agenda is only the timer and its lock: due work follows
 * from the log, so the next tick makes up for a missed one.
 */
export async function startJobs(jobs: Jobs, databaseUrl: string, log: Logger) {
  // our own pool: a lost connection must not end the process
  const database = openDatabase(databaseUrl, {
    maxConnections: 3,
    applicationName: 'portal jobs',
    onConnectionError: (error) => log.warn({ err: error }, 'jobs lost a connection'),
  });
  // without notifications: Agenda does not handle errors of their connection
  const backend = new PostgresBackend({ pool: database.pool, disableNotifications: true });
  await underLock(database, ADVISORY_LOCKS.agendaTable, () => backend.connect());
  const connected: PostgresBackend = Object.create(backend, { connect: { value: async () => {} } });
  const agenda = new Agenda({ backend: connected, processEvery: PROCESS_EVERY_MS });
  agenda.on('error', (error: unknown) => log.warn({ err: error }, 'Agenda failed; retrying'));
  agenda.define(TICK, () => Promise.race([jobs.tick(), sleep(MAX_TICK_MS, undefined, { ref: false })]), {
    concurrency: 1,
    lockLifetime: LOCK_MS,
  });
  await agenda.start();
  await agenda.every('1 minute', TICK);
  void jobs.tick();
  return {
    async stop(): Promise<void> {
      // Agenda records the end of the current tick, so that no other portal waits for its lock to expire
      const drained = agenda.drain({ timeout: DRAIN_MS, closeConnection: false });
      await jobs.stop();
      await drained.catch((error: unknown) => log.warn({ err: error }, 'Agenda did not stop'));
      await database.close();
    },
  };
}
