import type { ScenarioId } from '@portal/event-store/testing';

/** A row of the reliability table: what is done, what must hold, and the specs that do it. */
export interface Scenario {
  readonly id: ScenarioId;
  readonly done: string;
  readonly holds: string;
  /** Specs from the project's root; `tests` is the beginning of the titles meant, where a file has others beside them. */
  readonly specs: readonly { readonly file: string; readonly tests?: string }[];
  /** Whether it plays through `openStage`, and so against EventStoreDB too. */
  readonly anyStore?: true;
}

const chaos = (file: string) => ({ file: `backend/chaos/${file}` });
const server = (file: string, tests?: string) => ({
  file: `backend/server/test/${file}`,
  ...(tests === undefined ? {} : { tests }),
});
const runtime = (file: string) => ({ file: `projections/src/runtime/${file}` });
const log = (file: string) => ({ file: `backend/event-store/src/postgres/${file}` });

export const SCENARIOS: readonly Scenario[] = [
  {
    id: 'R1',
    done: '10,000 commands at 64 at a time, each with a key; kill -9 of the portal at random moments',
    holds:
      'acknowledged: exactly once in the log; unacknowledged: 0 or 1 times; streams without gaps; read models equal a rebuild within 10 s',
    specs: [chaos('r1/killed.pg.spec.ts')],
    anyStore: true,
  },
  {
    id: 'R2',
    done: 'every request that was cut off sent again with the same key, and each key with another body',
    holds: 'same answer, log unchanged; another body: 409',
    specs: [chaos('r2/sentAgain.pg.deep.spec.ts')],
    anyStore: true,
  },
  {
    id: 'R3',
    done: "64 racers at three portals: one username, one migration's approval, one invoice's payment, one dealer id",
    holds: 'one event; the others a conflict or the same answer',
    specs: [chaos('r3/racers.pg.spec.ts')],
    anyStore: true,
  },
  {
    id: 'R4',
    done: 'writers that sleep at random before they commit',
    holds: 'projections see every event, in order within a stream',
    specs: [
      chaos('r4/lateCommits.pg.spec.ts'),
      log('lateCommit.pg.spec.ts'),
      runtime('lateEvents.pg.spec.ts'),
    ],
  },
  {
    id: 'R5',
    done: 'a transaction left idle, also in another database of the server',
    holds: 'lag shown within 30 s; nothing skipped; it recovers by itself',
    specs: [chaos('r5/idleTransactions.pg.deep.spec.ts')],
  },
  {
    id: 'R6',
    done: 'the projector killed before a write, after it, before and after the checkpoint',
    holds: 'nothing applied twice, nothing lost',
    specs: [
      chaos('r6/projectorKilled.pg.deep.spec.ts'),
      runtime('crash.pg.spec.ts'),
      runtime('databaseCrash.pg.spec.ts'),
    ],
  },
  {
    id: 'R7',
    done: 'random sequences of commands',
    holds: 'live read models, rebuilt ones and the fold in memory agree',
    specs: [runtime('randomCommands.pg.deep.spec.ts')],
  },
  {
    id: 'R8',
    done: 'a poison event: broken JSON, an unknown version',
    holds: 'only what needs it is parked, health says so, fixing and resuming clears it',
    specs: [runtime('parking.pg.spec.ts')],
  },
  {
    id: 'R9',
    done: 'the invoice run twice, by two portals, with a short lock, killed midway',
    holds: 'one invoice an account and period, unique numbers, one mail',
    specs: [server('billingFaults.pg.spec.ts', 'R9')],
  },
  {
    id: 'R10',
    done: 'the server down over the 1st',
    holds: 'the run catches up within 60 s of the start, with the state as of the cut-off',
    specs: [server('billingFaults.pg.spec.ts', 'R10')],
  },
  {
    id: 'R11',
    done: 'the clock across month ends, daylight saving, 29 February, 5 minutes off against the database',
    holds: 'periods exact, none billed twice or left out',
    specs: [server('billingClock.pg.deep.spec.ts')],
  },
  {
    id: 'R12',
    done: "every webhook five times, shuffled; success before the API's answer; failure after success",
    holds: 'one InvoicePaid or OrderPaid; paid never goes back; duplicates answer 200',
    specs: [server('payments/deliveries.pg.spec.ts', 'R12')],
  },
  {
    id: 'R13',
    done: 'the card provider charges then drops the socket, answers 500, hangs; the portal killed before the append; a retry 25 h later',
    holds: "at most one charge; our state equals the provider's",
    specs: [server('payments/lostAnswers.pg.spec.ts', 'R13'), server('payments/killed.pg.deep.spec.ts')],
  },
  {
    id: 'R14',
    done: 'PostgreSQL stopped at once under load',
    holds:
      'the process lives or is restarted, serves again within 15 s, no acknowledged loss; the jobs go on',
    specs: [chaos('r14/postgresStopped.pg.deep.spec.ts')],
  },
  {
    id: 'R15',
    done: 'disk full under the data folder',
    holds:
      '503, never a false acknowledgement; after space is freed exactly the acknowledged events are there',
    specs: [chaos('r15/diskFull.pg.deep.spec.ts'), chaos('r15/notStored.pg.deep.spec.ts')],
  },
  {
    id: 'R16',
    done: 'SIGTERM under load; the active projector stopped and continued',
    holds: 'out within 10 s; a stale projector writes nothing',
    specs: [
      chaos('r16/terminated.pg.deep.spec.ts'),
      chaos('r16/projectorPaused.pg.deep.spec.ts'),
      chaos('r16/stoodStillInTurn.pg.deep.spec.ts'),
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
    done: "one byte of an event changed in the database; UPDATE as the application's role; a restore of the log alone",
    holds: 'verify names the event; UPDATE and DELETE are denied; read models rebuild to the same rows',
    specs: [
      chaos('r18/oneByte.pg.deep.spec.ts'),
      log('appendOnly.pg.spec.ts'),
      { file: 'projections/src/logIndex/verify.pg.spec.ts' },
      server('restoreLog.pg.deep.spec.ts'),
    ],
  },
];
