import { eventually } from '@portal/server/test/support/eventually.ts';
import type pg from 'pg';

/** Points of a projector's write at which it can be held, in order. */
export const POINTS = ['checkpoint', 'rows', 'commit'] as const;
export type Point = (typeof POINTS)[number];

/** Projections of a site's order, and their tables. */
export const HELD = {
  logIndex: '^log_index$',
  dealerSites: '^dealer_sites_v[0-9]+_g[0-9]+$',
  siteActivity: '^active_sites_v[0-9]+_g[0-9]+$',
  billingFacts: '^billing_site_facts_v[0-9]+_g[0-9]+$',
} as const;
export type HeldProjection = keyof typeof HELD;

const LOCK = 99_006;
const REMOVE = 'DROP TABLE IF EXISTS chaos_holds; DROP FUNCTION IF EXISTS chaos_hold CASCADE';

export type Holds = Awaited<ReturnType<typeof installHolds>>;

/**
 * Holds projectors in the middle of their writes, by triggers that wait for a lock. Replaces those that a broken-off
 * scenario left; needs a superuser.
 * @throws Error for a projection whose table is not found
 */
export async function installHolds(pool: pg.Pool) {
  await pool.query(`${REMOVE};
    CREATE TABLE chaos_holds (projection text PRIMARY KEY, point text NOT NULL);
    CREATE FUNCTION chaos_hold() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      v_projection text := coalesce(TG_ARGV[1], to_jsonb(NEW) ->> 'projection');
    BEGIN
      IF EXISTS (SELECT FROM chaos_holds WHERE projection = v_projection AND point = TG_ARGV[0]) THEN
        PERFORM set_config('application_name', 'held ' || v_projection, false);
        PERFORM pg_advisory_xact_lock_shared(${LOCK});
      END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER hold_checkpoint BEFORE UPDATE OF checkpoint ON projection_generations
      FOR EACH ROW EXECUTE FUNCTION chaos_hold('checkpoint');
    CREATE CONSTRAINT TRIGGER hold_commit AFTER UPDATE OF checkpoint ON projection_generations
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION chaos_hold('commit')`);
  for (const [projection, pattern] of Object.entries(HELD)) {
    const { rows } = await pool.query<{ name: string }>(
      'SELECT tablename AS name FROM pg_tables WHERE tablename ~ $1',
      [pattern],
    );
    if (rows.length === 0) throw new Error(`${projection} has no table ${pattern} to hold.`);
    for (const { name } of rows) {
      await pool.query(
        `CREATE TRIGGER hold_rows BEFORE INSERT OR UPDATE ON ${name}
         FOR EACH ROW EXECUTE FUNCTION chaos_hold('rows', '${projection}')`,
      );
    }
  }
  let holder: pg.PoolClient | undefined;
  let armed = 0;
  /** Releases all, and holds no others. */
  const release = async () => {
    await pool.query('DELETE FROM chaos_holds');
    await holder?.query(`SELECT pg_advisory_unlock(${LOCK})`);
    holder?.release();
    holder = undefined;
  };
  return {
    /** Holds the next write of these projections. */
    async arm(points: ReadonlyMap<HeldProjection, Point>) {
      holder = await pool.connect();
      await holder.query(`SELECT pg_advisory_lock(${LOCK})`);
      armed = points.size;
      await pool.query('INSERT INTO chaos_holds SELECT * FROM unnest($1::text[], $2::text[])', [
        [...points.keys()],
        [...points.values()],
      ]);
    },
    /** Waits until all are held. @returns the session of each */
    held: (seconds: number): Promise<ReadonlyMap<HeldProjection, number>> =>
      eventually(async () => {
        const { rows } = await pool.query<{ name: HeldProjection; pid: number }>(
          `SELECT substr(application_name, 6) AS name, pid FROM pg_stat_activity
           WHERE wait_event = 'advisory' AND application_name LIKE 'held %' AND datname = current_database()`,
        );
        return rows.length === armed && new Map(rows.map(({ name, pid }) => [name, pid]));
      }, seconds),
    release,
    /** Releases all and removes the triggers. */
    async remove() {
      await release();
      await pool.query(REMOVE);
    },
  };
}
