import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { presentPortals } from './portalPresence.ts';
import { isOlder, type Release } from './release.ts';

/** A killed portal's session may outlive it for a moment. */
const ATTEMPTS = 10;
const ATTEMPT_MS = 200;

/** This release can't run on this data, or not beside the portals that run on it. */
export class ReleaseRefused extends Error {
  override name = 'ReleaseRefused';
}

/**
 * Runs `work`, which migrates, if this release may run on the data and beside the portals there, and records the release.
 * @throws ReleaseRefused before `work`
 */
export async function asRelease<Result>(
  pool: pg.Pool,
  release: Release,
  work: () => Promise<Result>,
): Promise<Result> {
  const data = await dataRelease(pool);
  if (data !== null && isOlder(release.name, data.beside)) {
    throw new ReleaseRefused(
      `The data is of release ${data.name}, which runs beside ${data.beside} and later. Release ${release.name} does not start here (docs/upgrading.md).`,
    );
  }
  await refuseBesideOlder(pool, release);
  const result = await work();
  if (data === null || !isOlder(release.name, data.name)) {
    await pool.query(
      `INSERT INTO data_release (name, beside) VALUES ($1, $2)
       ON CONFLICT (single) DO UPDATE SET name = excluded.name, beside = excluded.beside`,
      [release.name, release.beside],
    );
  }
  return result;
}

/** What is recorded; null for an empty database and for data of release 0.1.0. */
async function dataRelease(pool: pg.Pool): Promise<Release | null> {
  const there = await pool.query("SELECT WHERE to_regclass('data_release') IS NOT NULL");
  if (there.rowCount === 0) return null;
  const { rows } = await pool.query<Release>('SELECT name, beside FROM data_release');
  return rows[0] ?? null;
}

async function refuseBesideOlder(pool: pg.Pool, { name, beside }: Release): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const older = (await presentPortals(pool)).filter(({ release }) => isOlder(release, beside));
    const [first] = older;
    if (first === undefined) return;
    if (attempt === ATTEMPTS) {
      throw new ReleaseRefused(
        `A portal of release ${first.release} is running on this database (${first.who}), and release ${name} runs beside ${beside} and later only: stop it first (docs/upgrading.md).`,
      );
    }
    await pause(ATTEMPT_MS);
  }
}
