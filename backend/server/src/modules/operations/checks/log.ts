import { setTimeout as sleep } from 'node:timers/promises';
import type { PortalSettings } from '@portal/contract';
import { wordsOfName } from '@portal/domain/values';
import { chainEnd, newestSealedDay, type ProjectionStatus, type Projections } from '@portal/projections';
import type pg from 'pg';
import { nameOfStored, storedIdOf } from '../../../kernel/storedIds.ts';
import type { CheckPorts, FollowerState, MachinePorts } from '../check.ts';
import { type Finding, type MachineFindings, SYSTEM } from '../check.ts';

/** Seals are normally set within minutes. */
const LATE_AFTER_MS = 90 * 60_000;

/** Tasks among which the last verification is looked for. */
const TASKS = 50;

/** Missing seals and failed verifications of the log. */
export async function logProof(
  ports: Pick<CheckPorts, 'db' | 'tasks' | 'today'>,
): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  // an interrupted one found nothing out
  const last = (await ports.tasks.newest(TASKS)).find(
    ({ kind, ok, done, total }) =>
      kind === 'verify' && (ok === true || (ok === false && done > 0 && done >= total)),
  );
  if (last?.ok === false) {
    findings.push({
      subject: 'verification',
      severity: 'critical',
      title: 'Verification of the log failed: it was changed.',
      todo: 'System lists the events. Do not change the database; copy it and find out who changed it.',
      link: SYSTEM,
      mark: last.id,
    });
  }
  const [newest, end] = await Promise.all([newestSealedDay(ports.db), chainEnd(ports.db)]);
  if (end !== null && newest !== ports.today()) {
    findings.push({
      subject: 'seal',
      severity: 'warning',
      title: newest === null ? 'The log was never sealed.' : `The log was last sealed on ${newest}.`,
      todo: 'The portal that runs the jobs seals it once a day. Check whether one is running, and its log.',
      link: SYSTEM,
      mark: newest ?? 'never',
      afterMs: LATE_AFTER_MS,
    });
  }
  return findings;
}

/** Streams that lost events: those that this portal has read, and those with an open alert. */
export async function damagedRecords({ db, store }: MachinePorts): Promise<MachineFindings> {
  const { rows } = await db.query<{ subject: string }>(
    `SELECT subject FROM alerts WHERE kind = 'damaged_record' AND closed_at IS NULL`,
  );
  const subjects = rows.map(({ subject }) => subject);
  const findings = (await store.damagedStreams(subjects)).map(
    ({ stream, message }): Finding => ({
      subject: stream,
      severity: 'critical',
      title: message,
      todo: 'Nothing is decided on it until its events are back: docs/operations.md, Damaged records.',
      link: SYSTEM,
    }),
  );
  return { findings, subjects };
}

/** A lease is without owner for seconds while it changes hands. */
const OWNERLESS_MS = 2 * 60_000;

/** Imported or restored events look old; they are read within this time. */
const GLANCE_MS = 2_000;

/** Read models that lag more than set, or that no portal feeds. */
export async function projectionLag(
  projections: Pick<Projections, 'status'>,
  settings: Pick<PortalSettings, 'projection_lag_minutes'>,
  signal: AbortSignal,
  glanceMs = GLANCE_MS,
): Promise<readonly Finding[]> {
  const isLate = ({ lagSeconds, caughtUp }: ProjectionStatus) =>
    !caughtUp && lagSeconds >= settings.projection_lag_minutes * 60;
  let all = await projections.status();
  let late = all.filter(isLate);
  if (late.length > 0) {
    const before = new Set(late.map(({ projection }) => projection));
    await sleep(glanceMs, undefined, { signal });
    all = await projections.status();
    late = all.filter((one) => before.has(one.projection) && isLate(one));
  }
  const ownerless = all.filter(({ owner }) => owner === null);
  const names = (some: readonly ProjectionStatus[]) =>
    some
      .map(({ projection }) => projection)
      .sort()
      .join(', ');
  const findings: Finding[] = [];
  if (late.length > 0) {
    const minutes = Math.floor(Math.max(...late.map(({ lagSeconds }) => lagSeconds)) / 60);
    findings.push({
      subject: 'late',
      severity: 'warning',
      title: `Pages lag ${minutes} minutes behind what was done.`,
      todo: `Nothing is lost; they catch up automatically. Behind: ${names(late)}.`,
      link: SYSTEM,
    });
  }
  if (ownerless.length > 0) {
    findings.push({
      subject: 'ownerless',
      severity: 'critical',
      title: `No process updates ${ownerless.length === 1 ? '1 read model' : `${ownerless.length} read models`}: pages are outdated.`,
      todo: `Start a portal whose PORTAL_ROLES name projections. Waiting: ${names(ownerless)}.`,
      link: SYSTEM,
      afterMs: OWNERLESS_MS,
    });
  }
  return findings;
}

/** Retries mostly succeed within this time. */
const AFTER_MS = 3 * 60_000;

/** Followers that are stuck on an event, or that no portal runs. */
export function stuckProcesses(followers: readonly FollowerState[]): readonly Finding[] {
  const findings = followers
    .filter(({ stuckOn }) => stuckOn !== null)
    .map(
      ({ name, stuckOn }): Finding => ({
        subject: name,
        severity: 'critical',
        title: `${wordsOfName(name)} is stuck on an event.`,
        // error messages may name people, and alerts outlive erasures
        todo: `Event ${stuckOn} fails repeatedly. The server log has the reason; processing continues once it is fixed.`,
        link: SYSTEM,
        mark: stuckOn ?? '',
        afterMs: AFTER_MS,
      }),
    );
  const idle = followers.filter(({ isRun }) => !isRun).map(({ name }) => name);
  if (idle.length > 0) {
    findings.push({
      subject: '',
      severity: 'critical',
      title: `No portal runs ${idle.length === 1 ? wordsOfName(idle[0] ?? '') : `${idle.length} of the background processes`}.`,
      todo: `Start a portal whose PORTAL_ROLES name reactions. Waiting: ${idle.join(', ')}.`,
      link: SYSTEM,
      mark: idle.join(' '),
      afterMs: AFTER_MS,
    });
  }
  return findings;
}

/** State of the followers over all portals; one that never ran has no owner. */
export async function followerStates(
  pool: pg.Pool,
  names: readonly string[],
): Promise<readonly FollowerState[]> {
  const { rows } = await pool.query<{ process: string; stuck_on: string | null; is_run: boolean }>(
    `SELECT process, stuck_on, leased_until >= clock_timestamp() AS is_run
     FROM process_checkpoints WHERE process = ANY($1::text[])`,
    [names.map(storedIdOf)],
  );
  const known = new Map(rows.map((row) => [nameOfStored(row.process), row]));
  return names.map((name) => {
    const row = known.get(name);
    const stuckOn = row?.stuck_on ?? null;
    // a failing follower has no lease between retries
    return { name, stuckOn, isRun: stuckOn !== null || row?.is_run === true };
  });
}
