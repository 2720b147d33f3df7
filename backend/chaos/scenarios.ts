import type { ScenarioId } from '@portal/event-store/testing';

export interface Scenario {
  readonly id: ScenarioId;
  readonly done: string;
  readonly holds: string;
  /** Paths from the project's root; `tests` selects titles by their start. */
  readonly specs: readonly ScenarioSpec[];
  /** Rebuilds read models often, so that it comes first where scenarios share one log. */
  readonly first?: true;
}

export interface ScenarioSpec {
  readonly file: string;
  readonly tests?: string | undefined;
  /** Runs against EventStoreDB, too. */
  readonly anyStore?: true;
  /** Runs only against a cluster of EventStoreDB whose nodes EVENTSTORE_TEST_NODES names. */
  readonly cluster?: true;
}

const chaos = (file: string): ScenarioSpec => ({ file: `backend/chaos/${file}` });
const server = (file: string, tests?: string): ScenarioSpec => ({
  file: `backend/server/test/${file}`,
  tests,
});
const anyStore = (spec: ScenarioSpec): ScenarioSpec => ({ ...spec, anyStore: true });
const runtime = (file: string) => ({ file: `projections/src/runtime/${file}` });
const log = (file: string) => ({ file: `backend/event-store/src/postgres/${file}` });

export const SCENARIOS: readonly Scenario[] = [
  {
    id: 'R1',
    done: '10,000 commands with keys, 64 at a time; kill -9 of the portal at random times',
    holds:
      'acknowledged commands are in the log once, others at most once; streams have no gaps; read models equal a rebuild within 10 s',
    specs: [anyStore(chaos('r1/killed.pg.spec.ts'))],
  },
  {
    id: 'R2',
    done: 'requests that were cut off are repeated with their key, and each key with another body',
    holds: 'same answer, log unchanged; another body: 409',
    specs: [anyStore(chaos('r2/sentAgain.pg.deep.spec.ts'))],
  },
  {
    id: 'R3',
    done: "64 racers at three portals: one username, one migration's approval, one invoice's payment, one dealer id",
    holds: 'one event; the others a conflict or the same answer',
    specs: [anyStore(chaos('r3/racers.pg.spec.ts'))],
  },
  {
    id: 'R4',
    done: 'writers sleep at random before they commit',
    holds: 'projections see every event, in order within a stream',
    specs: [
      chaos('r4/lateCommits.pg.spec.ts'),
      log('lateCommit.pg.spec.ts'),
      runtime('lateEvents.pg.spec.ts'),
    ],
  },
  {
    id: 'R5',
    done: 'an idle transaction, also in another database of the server',
    holds: 'the lag is shown within 30 s; nothing is skipped; it recovers by itself',
    specs: [chaos('r5/idleTransactions.pg.deep.spec.ts')],
  },
  {
    id: 'R6',
    done: 'the projector is killed before and after a write, before and after the checkpoint',
    holds: 'nothing applied twice, nothing lost',
    first: true,
    specs: [
      anyStore(chaos('r6/projectorKilled.pg.deep.spec.ts')),
      runtime('crash.pg.spec.ts'),
      runtime('databaseCrash.pg.spec.ts'),
    ],
  },
  {
    id: 'R7',
    done: 'random sequences of commands',
    holds: 'live read models, rebuilt ones and a computation in memory agree',
    specs: [runtime('randomCommands.pg.deep.spec.ts')],
  },
  {
    id: 'R8',
    done: 'a poison event: broken JSON, an unknown version',
    holds: 'only accounts that need it are parked; health shows them; after a fix they resume',
    specs: [runtime('parking.pg.spec.ts')],
  },
  {
    id: 'R9',
    done: 'the invoice run, twice, by two portals, with a short lock, killed midway',
    holds: 'one invoice per account and period, unique numbers, one mail',
    specs: [server('billingFaults.pg.spec.ts', 'R9')],
  },
  {
    id: 'R10',
    done: 'the server is down on the 1st',
    holds: 'the run catches up within 60 s of the start, with the state as of the cut-off',
    specs: [server('billingFaults.pg.spec.ts', 'R10')],
  },
  {
    id: 'R11',
    done: 'the clock across month ends, daylight saving, 29 February, 5 minutes off against the database',
    holds: 'periods are exact, none is billed twice or left out',
    specs: [server('billingClock.pg.deep.spec.ts')],
  },
  {
    id: 'R12',
    done: "every webhook five times, shuffled; success before the API's answer; failure after success",
    holds: 'one InvoicePaid or OrderPaid; paid is final; duplicates answer 200',
    specs: [server('payments/deliveries.pg.spec.ts', 'R12')],
  },
  {
    id: 'R13',
    done: 'the card provider charges then drops the socket, answers 500, hangs; the portal killed before the append; a retry 25 h later',
    holds: "at most one charge; the portal's state equals the provider's",
    specs: [
      server('payments/lostAnswers.pg.spec.ts', 'R13'),
      anyStore(server('payments/killed.pg.deep.spec.ts')),
    ],
  },
  {
    id: 'R14',
    done: 'PostgreSQL stops at once under load',
    holds: 'the portal serves again within 15 s, loses nothing acknowledged, and continues its jobs',
    specs: [chaos('r14/postgresStopped.pg.deep.spec.ts')],
  },
  {
    id: 'R15',
    done: 'the disk of the data folder is full',
    holds: '503, never a false acknowledgement; afterwards the log has exactly the acknowledged events',
    specs: [chaos('r15/diskFull.pg.deep.spec.ts'), chaos('r15/notStored.pg.deep.spec.ts')],
  },
  {
    id: 'R16',
    done: 'SIGTERM under load; the active projector is stopped and continued',
    holds: 'exit within 10 s; a stale projector writes nothing',
    specs: [
      chaos('r16/terminated.pg.deep.spec.ts'),
      anyStore(chaos('r16/projectorPaused.pg.deep.spec.ts')),
      anyStore(chaos('r16/stoodStillInTurn.pg.deep.spec.ts')),
    ],
  },
  {
    id: 'R17',
    done: 'three portals start at once on an empty database',
    holds: 'one migration, one owner per projection',
    specs: [chaos('r17/startedAtOnce.pg.deep.spec.ts')],
  },
  {
    id: 'R18',
    done: "one byte of an event is changed in the database; UPDATE as the application's role; a restore of the log only",
    holds: 'verify names the event; UPDATE and DELETE are denied; rebuilt read models are equal',
    specs: [
      chaos('r18/oneByte.pg.deep.spec.ts'),
      log('appendOnly.pg.spec.ts'),
      { file: 'projections/src/logIndex/verify.pg.spec.ts' },
      { file: 'projections/src/logIndex/verifyChanges.pg.spec.ts' },
      server('restoreLog.pg.deep.spec.ts'),
    ],
  },
  {
    id: 'R19',
    done: 'the release before and this one on one database while dealers order; either is drained; release 0.1.0 is upgraded with a stop',
    holds:
      "nothing is lost or done twice, answers are equal, read models equal both releases' rebuilds; a release that does not fit refuses to start; all data of 0.1.0 is read, its invoices replay",
    specs: [
      anyStore(chaos('r19/sideBySide.pg.deep.spec.ts')),
      chaos('r19/stopUpgradeStart.pg.deep.spec.ts'),
      { file: 'backend/server/src/platform/database/dataRelease.pg.spec.ts' },
    ],
  },
  {
    id: 'R20',
    done: 'three EventStoreDB nodes: the leader killed -9, the leader frozen, one after the other, under load',
    holds:
      'no acknowledged loss, nothing twice; orders go on within 3 s of the election; no answer takes over 8 s; an outage is two log lines',
    specs: [{ ...chaos('r20/leaderLost.pg.deep.spec.ts'), cluster: true }],
  },
];
