import { setTimeout as sleep } from 'node:timers/promises';
import type { PortalSettings } from '@portal/contract';
import { wordsOfName } from '@portal/domain/values';
import type { EventStore } from '@portal/event-store';
import {
  chainEnd,
  newestSealedDay,
  type ProjectionStatus,
  type Projections,
  type Queryable,
} from '@portal/projections';
import type pg from 'pg';
import { nameOfStored, storedIdOf } from '../../../kernel/storedIds.ts';
import type { AlertCheck, Finding, MachineCheck } from '../check.ts';
import type { MaintenanceTasks } from '../tasks.ts';

interface LogProofPorts {
  readonly db: Queryable;
  readonly tasks: Pick<MaintenanceTasks, 'newest'>;
  /** The billing day it is. */
  today(): string;
}

/** Seals are normally set within minutes. */
const LATE_AFTER_MS = 90 * 60_000;

const TASKS = 50;
const SYSTEM = { path: '/system', label: 'Open System' };

/** Missing seals and failed verifications of the log. */
export function logProofCheck({ db, tasks, today }: LogProofPorts): AlertCheck {
  async function seal(): Promise<readonly Finding[]> {
    const [newest, end] = await Promise.all([newestSealedDay(db), chainEnd(db)]);
    if (end === null || newest === today()) return [];
    return [
      {
        subject: 'seal',
        severity: 'warning',
        title: newest === null ? 'The log was never sealed.' : `The log was last sealed on ${newest}.`,
        todo: 'The portal that runs the jobs seals it once a day. Check whether one is running, and its log.',
        link: SYSTEM,
        mark: newest ?? 'never',
        afterMs: LATE_AFTER_MS,
      },
    ];
  }

  async function verification(): Promise<readonly Finding[]> {
    // an interrupted one found nothing out
    const last = (await tasks.newest(TASKS)).find(
      ({ kind, ok, done, total }) =>
        kind === 'verify' && (ok === true || (ok === false && done > 0 && done >= total)),
    );
    if (last === undefined || last.ok !== false) return [];
    return [
      {
        subject: 'verification',
        severity: 'critical',
        title: 'Verification of the log failed: it was changed.',
        todo: 'System lists the events. Do not change the database; copy it and find out who changed it.',
        link: SYSTEM,
        mark: last.id,
      },
    ];
  }

  return { kind: 'log_proof', look: async () => [...(await verification()), ...(await seal())] };
}

interface DamagedRecordsPorts {
  readonly db: Queryable;
  readonly store: Pick<EventStore, 'damagedStreams'>;
}

/** Streams that lost events: those that this portal has read, and those with an open alert. */
export function damagedRecordsCheck({ db, store }: DamagedRecordsPorts): MachineCheck {
  return {
    kind: 'damaged_record',
    async look() {
      const { rows } = await db.query<{ subject: string }>(
        `SELECT subject FROM alerts WHERE kind = 'damaged_record' AND closed_at IS NULL`,
      );
      const subjects = rows.map(({ subject }) => subject);
      const findings = (await store.damagedStreams(subjects)).map(({ stream, message }) => ({
        subject: stream,
        severity: 'critical' as const,
        title: message,
        todo: 'Nothing is decided on it until its events are back: docs/operations.md, Damaged records.',
        link: SYSTEM,
      }));
      return { findings, subjects };
    },
  };
}

/** A lease is without owner for seconds while it changes hands. */
const OWNERLESS_MS = 2 * 60_000;

/** Imported or restored events look old; they are read within this time. */
const GLANCE_MS = 2_000;

/** Read models that lag more than set, or that no portal feeds. */
export function projectionLagCheck(
  projections: Pick<Projections, 'status'>,
  settings: () => Promise<Pick<PortalSettings, 'projection_lag_minutes'>>,
  glanceMs = GLANCE_MS,
): AlertCheck {
  return {
    kind: 'projection_lag',
    async look(signal) {
      const most = (await settings()).projection_lag_minutes * 60;
      const behind = (all: readonly ProjectionStatus[]) =>
        all.filter(({ lagSeconds, caughtUp }) => !caughtUp && lagSeconds >= most);
      let all = await projections.status();
      if (behind(all).length > 0) {
        const before = new Set(behind(all).map(({ projection }) => projection));
        await sleep(glanceMs, undefined, { signal });
        all = (await projections.status()).map((one) =>
          before.has(one.projection) ? one : { ...one, caughtUp: true },
        );
      }
      const late = behind(all);
      const ownerless = all.filter(({ owner }) => owner === null);
      const names = (some: readonly { readonly projection: string }[]) =>
        some
          .map(({ projection }) => projection)
          .sort()
          .join(', ');
      const link = { path: '/system', label: 'Open System' };
      return [
        ...(late.length === 0
          ? []
          : [
              {
                subject: 'late',
                severity: 'warning' as const,
                title: `Pages lag ${Math.floor(Math.max(...late.map(({ lagSeconds }) => lagSeconds)) / 60)} minutes behind what was done.`,
                todo: `Nothing is lost; they catch up automatically. Behind: ${names(late)}.`,
                link,
              },
            ]),
        ...(ownerless.length === 0
          ? []
          : [
              {
                subject: 'ownerless',
                severity: 'critical' as const,
                title: `No process updates ${ownerless.length === 1 ? '1 read model' : `${ownerless.length} read models`}: pages are outdated.`,
                todo: `Start a portal whose PORTAL_ROLES name projections. Waiting: ${names(ownerless)}.`,
                link,
                afterMs: OWNERLESS_MS,
              },
            ]),
      ];
    },
  };
}

export interface FollowerState {
  readonly name: string;
  /** The event it is stuck on; null if none. */
  readonly stuckOn: string | null;
  /** Whether some portal runs it. */
  readonly isRun: boolean;
}

/** Retries mostly succeed within this time. */
const AFTER_MS = 3 * 60_000;

const LOG = { path: '/system', label: 'Open System' };

/** Followers that are stuck on an event, or that no portal runs. */
export function stuckProcessesCheck(followers: () => Promise<readonly FollowerState[]>): AlertCheck {
  return {
    kind: 'stuck_process',
    async look() {
      const all = await followers();
      const stuck = all.filter(({ stuckOn }) => stuckOn !== null).map(stuckFinding);
      const idle = all.filter(({ isRun }) => !isRun).map(({ name }) => name);
      return idle.length === 0 ? stuck : [...stuck, idleFinding(idle)];
    },
  };
}

function stuckFinding({ name, stuckOn }: FollowerState): Finding {
  return {
    subject: name,
    severity: 'critical',
    title: `${wordsOfName(name)} is stuck on an event.`,
    // error messages may name people, and alerts outlive erasures
    todo: `Event ${stuckOn} fails repeatedly. The server log has the reason; processing continues once it is fixed.`,
    link: LOG,
    mark: stuckOn ?? '',
    afterMs: AFTER_MS,
  };
}

function idleFinding(names: readonly string[]): Finding {
  return {
    subject: '',
    severity: 'critical',
    title: `No portal runs ${names.length === 1 ? wordsOfName(names[0] ?? '') : `${names.length} of the background processes`}.`,
    todo: `Start a portal whose PORTAL_ROLES name reactions. Waiting: ${names.join(', ')}.`,
    link: LOG,
    mark: names.join(' '),
    afterMs: AFTER_MS,
  };
}

/** State of the followers over all portals; one that never ran has no owner. */
export async function followerStates(
  pool: pg.Pool,
  names: readonly string[],
): Promise<readonly FollowerState[]> {
  const { rows } = await pool.query<{
    process: string;
    stuck_on: string | null;
    is_run: boolean;
  }>(
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
