import { chainEnd, newestSealedDay, type Queryable } from '@portal/projections';
import type { AlertCheck, Finding } from '../check.ts';
import type { UpkeepTasks } from '../tasks.ts';

export interface LogProofPorts {
  readonly db: Queryable;
  readonly tasks: Pick<UpkeepTasks, 'newest'>;
  /** The billing day it is. */
  today(): string;
}

/** The seal of a day is set within minutes; this is long past that. */
const LATE_AFTER_MS = 90 * 60_000;
const TASKS = 50;
const SYSTEM = { path: '/system', label: 'Open System' };

/** The log's proof: a day without its seal, and a verification that found something. */
export function logProofCheck({ db, tasks, today }: LogProofPorts): AlertCheck {
  async function seal(): Promise<readonly Finding[]> {
    const [newest, end] = await Promise.all([newestSealedDay(db), chainEnd(db)]);
    if (end === null || newest === today()) return [];
    return [
      {
        subject: 'seal',
        severity: 'warning',
        title: newest === null ? 'The log was never sealed.' : `The log was last sealed on ${newest}.`,
        todo: 'It is sealed once a day by the portal that runs the jobs. Look whether one does, and what its log says.',
        link: SYSTEM,
        mark: newest ?? 'never',
        afterMs: LATE_AFTER_MS,
      },
    ];
  }

  async function verification(): Promise<readonly Finding[]> {
    // one that broke off with its process found nothing out
    const last = (await tasks.newest(TASKS)).find(
      ({ kind, ok, done, total }) =>
        kind === 'verify' && (ok === true || (ok === false && done > 0 && done >= total)),
    );
    if (last === undefined || last.ok !== false) return [];
    return [
      {
        subject: 'verification',
        severity: 'critical',
        title: 'The log is not what was recorded: its verification failed.',
        todo: 'System names the events. Keep the database as it is, take a copy, and find out who changed it before anything else.',
        link: SYSTEM,
        mark: last.id,
      },
    ];
  }

  return { kind: 'log_proof', look: async () => [...(await verification()), ...(await seal())] };
}
