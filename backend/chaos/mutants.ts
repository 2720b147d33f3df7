import type { ScenarioId } from '@portal/event-store/testing';
import type { Scenario } from './scenarios.ts';

export interface Patch {
  /** Path from the project's root. */
  readonly file: string;
  /** Occurs in it once. */
  readonly text: string;
  readonly replacement: string;
}

/** A fault for a copy of the code, and the spec that must detect it. */
export interface Mutant extends Patch {
  readonly name: string;
  readonly scenario: ScenarioId;
  readonly fault: string;
  readonly also?: Patch;
  readonly spec: Scenario['specs'][number];
}

export const patchesOf = (mutant: Mutant): readonly Patch[] =>
  mutant.also === undefined ? [mutant] : [mutant, mutant.also];

const store = (file: string) => `backend/event-store/src/postgres/${file}`;
const server = (file: string) => `backend/server/src/${file}`;
const runtime = (file: string) => `projections/src/runtime/${file}`;
const eventStoreDb = (file: string) => `backend/event-store/src/eventstoredb/${file}`;
const chaos = (file: string) => ({ file: `backend/chaos/${file}` });
const serverSpec = (file: string, tests?: string) => ({ file: `backend/server/test/${file}`, tests });

/** On the EventStoreDB double: a mutant needs no cluster. */
const onDouble = (tests: string) => ({
  file: eventStoreDb('eventStoreDbFaults.spec.ts'),
  tests: `the EventStoreDB adapter after a failure ${tests}`,
});

export const MUTANTS: readonly Mutant[] = [
  {
    name: 'acknowledge-before-commit',
    scenario: 'R1',
    fault: 'an append is acknowledged when it is sent, and committed a moment later',
    file: store('appendQueue.ts'),
    text: 'this.#answer(batch, await callAppend(client, batch, this.#settings.cutOffMs));',
    replacement: `await client.query('BEGIN');
      this.#answer(batch, await callAppend(client, batch, this.#settings.cutOffMs));
      await new Promise((go) => setTimeout(go, 150));
      await client.query('COMMIT');`,
    spec: chaos('r1/killed.pg.spec.ts'),
  },
  {
    name: 'broken-off-body',
    scenario: 'R2',
    fault: 'a request that breaks off before its body is read counts as empty',
    file: server('platform/http/body.ts'),
    text: 'if (error instanceof HttpProblem) throw error;',
    replacement: 'if (error instanceof HttpProblem) throw error;\n    if (error) return Buffer.alloc(0);',
    spec: chaos('r2/sentAgain.pg.deep.spec.ts'),
  },
  {
    name: 'key-not-looked-at',
    scenario: 'R2',
    fault: 'the Idempotency-Key is ignored',
    file: server('platform/http/routeTable.ts'),
    text: "const key = line.keyed === false ? '' : ctx.get(IDEMPOTENCY_KEY);",
    replacement: "const key = '';",
    spec: chaos('r2/sentAgain.pg.deep.spec.ts'),
  },
  {
    name: 'key-for-any-body',
    scenario: 'R2',
    fault: 'a key is accepted with another body',
    file: server('platform/http/idempotency.ts'),
    text: 'if (row.body_hash !== bodyHash) {',
    replacement: 'if (row.body_hash === null) {',
    spec: chaos('r2/sentAgain.pg.deep.spec.ts'),
  },
  {
    name: 'any-revision',
    scenario: 'R3',
    fault: 'an append ignores the expected revision',
    file: store('postgresEventStore.ts'),
    text: 'return queue.append(stream, events, expected, checkAppend(stream, events, expected));',
    replacement: `const bytes = checkAppend(stream, events, expected);
      for (let at = expected; ; ) {
        try {
          return await queue.append(stream, events, at, bytes);
        } catch (error) {
          if ((error as Error).name !== 'WrongExpectedRevision') throw error;
          at = (error as unknown as { actual: typeof expected }).actual;
        }
      }`,
    spec: chaos('r3/racers.pg.spec.ts'),
  },
  {
    name: 'position-alone',
    scenario: 'R4',
    fault:
      'positions are assigned without the lock, so that reading by `position > checkpoint` skips late commits',
    file: store('schema.ts'),
    text: 'CREATE FUNCTION es.refuse_change() RETURNS trigger',
    replacement: `CREATE SEQUENCE es.positions;
GRANT USAGE ON SEQUENCE es.positions TO PUBLIC;
CREATE FUNCTION es.refuse_change() RETURNS trigger`,
    also: {
      file: store('schema.ts'),
      text: `  v_locked := pg_advisory_xact_lock(\${APPEND_LOCK});
  v_head := coalesce((SELECT e.position FROM es.events e ORDER BY e.position DESC LIMIT 1), 0);`,
      replacement: `  v_head := setval('es.positions', nextval('es.positions') + cardinality(p_ids)) - cardinality(p_ids);`,
    },
    spec: chaos('r4/lateCommits.pg.spec.ts'),
  },
  {
    name: 'idle-for-ever',
    scenario: 'R5',
    fault: 'idle transactions of the portal never time out',
    file: server('platform/database/openDatabase.ts'),
    text: 'idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,',
    replacement: 'idle_in_transaction_session_timeout: 0,',
    spec: chaos('r5/idleTransactions.pg.deep.spec.ts'),
  },
  {
    name: 'checkpoint-apart',
    scenario: 'R6',
    fault: 'a projection commits its checkpoint before its rows',
    file: runtime('generation.ts'),
    text: '  const written = pages.flatMap(({ state, checkpoint, parts }, page) => {',
    replacement: `  if (pages.some(({ parts }) => parts.length > 0)) {
    const moved = await commitPages(db, pages.map((page) => ({ ...page, parts: [] })), durable);
    for (const [index, { parts }] of pages.entries())
      for (const part of moved[index] ? parts : []) await db.query(part.sql(1, '(SELECT 1) AS moved'), [...part.values]);
    return moved;
  }
  const written = pages.flatMap(({ state, checkpoint, parts }, page) => {`,
    spec: chaos('r6/projectorKilled.pg.deep.spec.ts'),
  },
  {
    name: 'rows-of-the-page-forgotten',
    scenario: 'R7',
    fault: 'the second event about a row in one page is applied to the row as it was before the page',
    file: runtime('page.ts'),
    text: 'const before = rows?.has(key) ? rows.get(key) : known.get(table)?.get(key);',
    replacement: 'const before = known.get(table)?.get(key) ?? rows?.get(key);',
    spec: { file: runtime('randomCommands.pg.deep.spec.ts') },
  },
  {
    name: 'past-the-poison',
    scenario: 'R8',
    fault: 'events after a poison event are applied although their account is parked',
    file: runtime('parking.ts'),
    text: 'const blocking = [...own, streamKey(event)].find((key) => keys.has(key));',
    replacement: 'const blocking = [].find((key) => keys.has(key));',
    spec: { file: runtime('parking.pg.spec.ts') },
  },
  {
    name: 'invoice-without-unique-key',
    scenario: 'R9',
    fault: "an invoice's stream is not determined by account and period",
    file: 'backend/domain/src/invoice/events.ts',
    text: "issue === 1 ? '' :",
    replacement: "issue === 1 ? ['_r', 2 + Math.floor(Math.random() * 900_000)].join('') :",
    spec: serverSpec(
      'billingFaults.pg.spec.ts',
      'R9: a run repeated, concurrent or interrupted issues one invoice',
    ),
  },
  {
    name: 'this-month-alone',
    scenario: 'R10',
    fault: 'the billing run bills the current month only',
    file: 'backend/domain/src/billing/periods.ts',
    text: 'let period = addPeriods(periodOfInstant(billedUntil, zone), 1);',
    replacement: 'let period = last;',
    spec: serverSpec('billingFaults.pg.spec.ts', 'R10'),
  },
  {
    name: 'midnight-of-greenwich',
    scenario: 'R11',
    fault: 'the cut-off is midnight UTC, not in the billing zone',
    file: 'backend/domain/src/billing/periods.ts',
    text: 'return startOfDay(firstDayOf(period), zone);',
    replacement: "return startOfDay(firstDayOf(period), 'UTC');",
    spec: serverSpec('billingClock.pg.deep.spec.ts', 'R11: the clock bills at the first tick'),
  },
  {
    name: 'webhook-believed',
    scenario: 'R12',
    fault: 'a webhook about an intent counts as its success, whatever the provider answers',
    file: server('modules/payments/createPayments.ts'),
    text: 'const intent = (await ports.cardsFor(livemode)?.retrieveIntent(intentId)) ?? null;',
    replacement: `const asked = (await ports.cardsFor(livemode)?.retrieveIntent(intentId)) ?? null;
      const intent = asked && { ...asked, status: 'succeeded' as const };`,
    spec: serverSpec('payments/deliveries.pg.spec.ts', 'R12: deliveries in any number and order a decline'),
  },
  {
    name: 'lost-answer-is-no-charge',
    scenario: 'R13',
    fault: 'a charge whose answer is lost is not looked up',
    file: server('modules/payments/chargeAttempt.ts'),
    text: 'const found = await cards.retrieveIntent(intent.id).catch(',
    replacement: 'const found = await Promise.resolve(null).catch(',
    spec: serverSpec('payments/lostAnswers.pg.spec.ts', 'R13: the answer to a charge is lost cut after'),
  },
  {
    name: 'postgres-left-down',
    scenario: 'R14',
    fault: 'an embedded PostgreSQL that stopped is not restarted',
    file: server('platform/embeddedPostgres/startEmbeddedPostgres.ts'),
    text: 'if (!stopping) restarting = restart();',
    replacement: 'if (stopping) restarting = restart();',
    spec: chaos('r14/postgresStopped.pg.deep.spec.ts'),
  },
  {
    name: 'failed-append-acknowledged',
    scenario: 'R15',
    fault: 'an append that failed on a full disk is acknowledged',
    file: store('appendQueue.ts'),
    text: `        for (const job of batch) job.reject(unavailable(\`The append to \${job.stream}\`, error));`,
    replacement: `        for (const job of batch) {
          const before = job.expected === 'no_stream' ? -1n : job.expected;
          job.resolve({ lastRevision: before + BigInt(job.events.length), position: toPosition(1n) });
        }`,
    spec: chaos('r15/diskFull.pg.deep.spec.ts'),
  },
  {
    name: 'no-epoch',
    scenario: 'R16',
    fault: 'a projector writes without checking its lease',
    file: runtime('generation.ts'),
    text: `AND generation = $\${at + 2} AND epoch = $\${at + 3}
         AND checkpoint IS NOT DISTINCT FROM $\${at + 4} AND revision = $\${at + 5}`,
    replacement: `AND generation = $\${at + 2} AND epoch IS NOT DISTINCT FROM coalesce(epoch, $\${at + 3})
         AND ($\${at + 4}::text IS NULL OR $\${at + 5}::bigint >= 0)`,
    spec: chaos('r16/projectorPaused.pg.deep.spec.ts'),
  },
  {
    name: 'turn-held-for-ever',
    scenario: 'R16',
    fault: 'a stopped portal keeps its lock',
    file: server('platform/database/underLock.ts'),
    text: 'const SILENT_MS = 10_000;',
    replacement: 'const SILENT_MS = 0;',
    spec: chaos('r16/stoodStillInTurn.pg.deep.spec.ts'),
  },
  {
    name: 'lease-not-waited-for',
    scenario: 'R17',
    fault: "a portal takes a projection's lease that another holds",
    file: 'backend/event-store/src/followers/leases.ts',
    text: '< clock_timestamp()',
    replacement: 'IS NOT NULL',
    spec: chaos('r17/startedAtOnce.pg.deep.spec.ts'),
  },
  {
    name: 'hash-not-compared',
    scenario: 'R18',
    fault: 'verifying the log does not compare the hashes of events',
    file: 'projections/src/logIndex/entry.ts',
    text: 'return describes && entry.hash === made.hash;',
    replacement: 'return describes;',
    spec: { file: 'projections/src/logIndex/verify.pg.spec.ts' },
  },
  {
    name: 'any-data',
    scenario: 'R19',
    fault: 'a release starts on data of a release that it does not run beside',
    file: server('platform/database/dataRelease.ts'),
    text: 'isOlder(release.name, data.beside)',
    replacement: 'false',
    spec: { file: 'backend/server/src/platform/database/dataRelease.pg.spec.ts' },
  },
  {
    name: 'beside-any-portal',
    scenario: 'R19',
    fault: 'a release starts beside portals that are too old for it',
    file: server('platform/database/dataRelease.ts'),
    text: 'isOlder(release, beside)',
    replacement: 'false',
    spec: { file: 'backend/server/src/platform/database/dataRelease.pg.spec.ts' },
  },
  {
    name: 'no-leader-is-final',
    scenario: 'R20',
    fault: 'an append that finds no leader elected is not sent again',
    file: eventStoreDb('failures.ts'),
    text: "if (refusalOf(error) === 'not-leader') return true;",
    replacement: "return refusalOf(error) === 'not-leader';",
    spec: onDouble('append that finds no leader elected'),
  },
  {
    name: 'sent-again-as-new',
    scenario: 'R20',
    fault: 'an append has new ids each time it is sent',
    file: eventStoreDb('connection.ts'),
    text: 'appends.send(stream, events, expected, leftMs)',
    replacement:
      'appends.send(stream, events.map((event) => ({ ...event, id: crypto.randomUUID() })), expected, leftMs)',
    spec: onDouble('append that times out in the prepare phase'),
  },
  {
    name: 'frozen-leader-kept',
    scenario: 'R20',
    fault: 'a connection without any answer counts as alive',
    file: eventStoreDb('heartbeat.ts'),
    text: 'if (idleMs() - idleBefore < silentMs) return lookLater();',
    replacement: 'return lookLater();',
    spec: onDouble('a frozen node is left for the leader'),
  },
  {
    name: 'time-of-request-ignored',
    scenario: 'R20',
    fault: 'calls of the event store take longer than their request may',
    file: 'backend/event-store/src/eventstoredb/eventStoreDbEventStore.ts',
    text: 'return Math.min(limitMs, Math.max(LEAST_MS, Math.ceil(until - performance.now())));',
    replacement: 'return limitMs;',
    spec: onDouble('a frozen node ends an append'),
  },
  {
    name: 'outage-in-many-lines',
    scenario: 'R20',
    fault: 'an outage is logged for each request',
    file: server('platform/http/outages.ts'),
    text: 'if (outage === undefined) {',
    replacement: 'if (outage !== null) {',
    spec: serverSpec('edge.spec.ts', 'errors logs an outage'),
  },
];
