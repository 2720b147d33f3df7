import type pg from 'pg';
import type { SavedTable } from './format.ts';

/**
 * Tables that are not saved; all others are. Read models and the log index are rebuilt from the log. Sessions, sign-ins, rate limits,
 * running maintenance and the simulator's address end with a restore; Agenda's jobs are made at each start.
 */
const LEFT_OUT = [
  /_v\d+_g\d+$/,
  /^projection_/,
  /^log_index$/,
  /^server_migrations/,
  /^agenda/,
  /^sessions$/,
  /^sign_ins$/,
  /^login_limits$/,
  /^upkeep_tasks$/,
  /^stripe_simulator$/,
];

/** Its positions in the log are saved as event numbers. */
export const CHECKPOINTS = 'process_checkpoints';

const ROWS_AT_ONCE = 1_000;

/** Tables with columns, in the order of their references. */
export async function savedTables(client: pg.ClientBase): Promise<readonly SavedTable[]> {
  const { rows } = await client.query<SavedTable>(
    `SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
     WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace GROUP BY c.relname ORDER BY c.relname`,
  );
  const { rows: references } = await client.query<{ from: string; to: string }>(
    `SELECT f.conrelid::regclass::text AS from, f.confrelid::regclass::text AS to FROM pg_constraint f
     WHERE f.contype = 'f' AND f.conrelid <> f.confrelid`,
  );
  const waiting = rows.filter(({ name }) => !LEFT_OUT.some((pattern) => pattern.test(name)));
  const sorted: SavedTable[] = [];
  while (waiting.length > 0) {
    const free = waiting.findIndex(
      ({ name }) =>
        !references.some(({ from, to }) => from === name && waiting.some((one) => one.name === to)),
    );
    sorted.push(...waiting.splice(Math.max(0, free), 1));
  }
  return sorted;
}

/**
 * The rows of a table as PostgreSQL's JSON, inside the caller's transaction.
 * @throws Error if a follower is ahead of the log index, so that its checkpoint has no event number yet
 */
export async function* rowsOf(
  client: pg.ClientBase,
  { name, columns }: SavedTable,
): AsyncGenerator<string, void, void> {
  const hasPositions = name === CHECKPOINTS;
  if (hasPositions) await assertIndexed(client);
  const selected = columns.map((column) => {
    const quoted = client.escapeIdentifier(column);
    return hasPositions && column === 'position'
      ? `(SELECT i.seq::text FROM log_index i WHERE i.position <= t.${quoted} COLLATE "C" ORDER BY i.position DESC LIMIT 1) AS ${quoted}`
      : `t.${quoted}`;
  });
  await client.query(
    `DECLARE saved NO SCROLL CURSOR FOR SELECT row_to_json(r)::text AS row
     FROM (SELECT ${selected.join(', ')} FROM ${client.escapeIdentifier(name)} t) r`,
  );
  for (;;) {
    const { rows } = await client.query<{ row: string }>(`FETCH ${ROWS_AT_ONCE} FROM saved`);
    for (const { row } of rows) yield row;
    if (rows.length < ROWS_AT_ONCE) break;
  }
  await client.query('CLOSE saved');
}

async function assertIndexed(client: pg.ClientBase): Promise<void> {
  const before = await client.query(
    `SELECT FROM ${CHECKPOINTS} WHERE position COLLATE "C" < coalesce((SELECT min(i.position) FROM log_index i), '~') LIMIT 1`,
  );
  if (before.rowCount !== 0) {
    throw new Error(
      'The log is not indexed yet. Start the portal, wait until it is ready, then create the backup.',
    );
  }
}

/** Writes rows of {@link rowsOf}; newer columns get their defaults. */
export async function insertRows(
  client: pg.ClientBase,
  { name, columns }: SavedTable,
  rows: readonly string[],
): Promise<void> {
  const table = client.escapeIdentifier(name);
  const list = columns.map((one) => client.escapeIdentifier(one)).join(', ');
  await client.query(
    `INSERT INTO ${table} (${list}) OVERRIDING SYSTEM VALUE SELECT ${list} FROM json_populate_recordset(NULL::${table}, $1::json)`,
    [`[${rows.join(',')}]`],
  );
}

/** Moves the sequences of a table past the inserted rows. */
export async function raiseSequences(client: pg.ClientBase, { name, columns }: SavedTable): Promise<void> {
  const table = client.escapeIdentifier(name);
  for (const column of columns) {
    const { rows } = await client.query<{ sequence: string | null }>(
      'SELECT pg_get_serial_sequence($1, $2) AS sequence',
      [table, column],
    );
    const sequence = rows[0]?.sequence ?? null;
    if (sequence === null) continue;
    await client.query(
      `SELECT setval($1, greatest(max(${client.escapeIdentifier(column)}), 1), count(*) > 0) FROM ${table}`,
      [sequence],
    );
  }
}
