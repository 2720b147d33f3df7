import { chanceOf, scenario, sized } from '@portal/event-store/testing';
import { DEALER_SITES_VIEW } from '@portal/projections';
import { eventually } from '@portal/server/test/support/eventually.ts';
import { openStage, type Stage } from '@portal/server/test/support/stage.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readModelsEqualRebuild } from '../support/rebuiltElsewhere.ts';
import { writeLate } from './lateWriters.ts';

const R4 = scenario('R4');
const WRITERS = 50;
const EVENTS = sized(1_500, 100_000);
const SLEEPS = sized({ share: 0.4, most: 6 }, { share: 0.1, most: 8 });
const CAUGHT_UP_WITHIN_MS = 10_000;

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
}, 60_000);
afterAll(() => stage.close(), 60_000);

// Proves I8-R4
it(
  'applies every event that commits late, once and in order of its stream',
  async () => {
    const { pool } = stage.database;
    // without notifications, which would write mails for each site
    await stage.startPortal({ PORTAL_ROLES: 'api,projections' });
    const began = performance.now();
    const written = await writeLate({
      connectionString: stage.database.connectionString,
      writers: WRITERS,
      events: EVENTS,
      chance: chanceOf('late commits'),
      sleeps: SLEEPS,
    });
    const wroteMs = performance.now() - began;
    expect(written.events).toBeGreaterThanOrEqual(EVENTS);
    expect(written.rolledBack).toBeGreaterThan(10);

    // the log index is a projection of all events: a skipped one is missing, one out of order has a wrong number
    const ended = performance.now();
    const log = await pool.query<{ id: string; stream: string }>(
      'SELECT event_id AS id, stream FROM es.events ORDER BY position',
    );
    await eventually(async () => {
      const { rows } = await pool.query<{ indexed: number }>(
        'SELECT count(*)::int AS indexed FROM log_index',
      );
      return (rows[0]?.indexed ?? 0) >= log.rows.length;
    }, 60);
    const caughtUpMs = performance.now() - ended;
    const index = await pool.query<{ id: string }>('SELECT event_id AS id FROM log_index ORDER BY seq');
    expect(index.rows.map(({ id }) => id)).toEqual(log.rows.map(({ id }) => id));

    const inLog = new Map<string, string[]>();
    for (const { id, stream } of log.rows) {
      const ids = inLog.get(stream);
      if (ids === undefined) inLog.set(stream, [id]);
      else ids.push(id);
    }
    const missing = [...written.streams].filter(([stream, ids]) => inLog.get(stream)?.join() !== ids.join());
    expect(missing).toEqual([]);

    const { rows } = await readModelsEqualRebuild(stage, 60);
    expect(rows).toBeGreaterThan(written.events);
    const sites = await pool.query<{ id: string; readers: number }>(
      `SELECT id, readers FROM ${DEALER_SITES_VIEW} WHERE id LIKE 'late-%'`,
    );
    const shown = new Map(sites.rows.map(({ id, readers }) => [id, readers]));
    expect(shown).toEqual(new Map(written.readers));
    expect(caughtUpMs).toBeLessThan(CAUGHT_UP_WITHIN_MS);

    R4.did(WRITERS, 'writers that sleep before they commit');
    R4.did(written.events, 'events');
    R4.did(written.rolledBack, 'transactions rolled back');
    R4.lost(missing.length, 'streams of which an event was skipped or out of order');
    R4.measured('written in', `${(wroteMs / 1_000).toFixed(0)} s`);
    R4.measured('read models there after the last commit', `${(caughtUpMs / 1_000).toFixed(1)} s`);
  },
  sized(300_000, 900_000),
);
