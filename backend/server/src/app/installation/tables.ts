import type pg from 'pg';
import type { SavedTable } from './format.ts';

/**
 * Tables that a backup leaves out; every other one is saved, also one that nobody thought of here. Read models and the
 * log index come back from the log. Sessions end with a restore, as do limits on attempts, running maintenance and the
 * address of the simulator; Agenda's jobs are made at each start.
 */
const LEFT_OUT = [
  /_v\d+_g\d+$/,
  /^projection_/,
  /^log_index$/,
  /^server_migrations/,
  /^agenda/,
  /^sessions$/,
  /^login_limits$/,
  /^upkeep_tasks$/,
  /^stripe_simulator$/,
];

/** Columns that hold places in the log of one store; in a backup the number of the event stands there. */
const POSITIONS: Readonly<Record<string, string>> = { process_checkpoints: 'position' };

const ROWS_AT_ONCE = 1_000;

/** Tables with their columns, those that others refer to before them. */
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

/** The log was followed further than its index goes, so a checkpoint can't be told as a number. */
export class IndexBehind extends Error {
  constructor() {
    super('The log is not indexed yet. Start the portal, wait until it is ready, then create the backup.');
    this.name = 'IndexBehind';
  }
}

/**
 * The rows of a table, as JSON texts of PostgreSQL's own making, inside the caller's transaction.
 * @throws IndexBehind
 */
export async function* rowsOf(
  client: pg.ClientBase,
  { name, columns }: SavedTable,
): AsyncGenerator<string, void, void> {
  const place = POSITIONS[name];
  if (place !== undefined) await assertIndexed(client, name, place);
  const selected = columns.map((column) => {
    const quoted = client.escapeIdentifier(column);
    return column === place
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

async function assertIndexed(client: pg.ClientBase, table: string, column: string): Promise<void> {
  const followed = await client.query(`SELECT FROM ${table} WHERE ${column} IS NOT NULL LIMIT 1`);
  if (followed.rowCount === 0) return;
  const before = await client.query(
    `SELECT FROM ${table} WHERE ${column} COLLATE "C" < coalesce((SELECT min(i.position) FROM log_index i), '~') LIMIT 1`,
  );
  if (before.rowCount !== 0) throw new IndexBehind();
}

/** Which column of a table holds numbers of events that become positions again; undefined for none. */
export const positionColumn = (table: string): string | undefined => POSITIONS[table];

/** Whether any of these tables holds a row. */
export async function firstWithRows(
  client: pg.ClientBase,
  tables: readonly SavedTable[],
): Promise<string | null> {
  for (const { name } of tables) {
    const { rowCount } = await client.query(`SELECT FROM ${client.escapeIdentifier(name)} LIMIT 1`);
    if (rowCount !== 0) return name;
  }
  return null;
}

/** Writes rows as {@link rowsOf} gave them; columns that came later get their defaults. */
export async function insertRows(
  client: pg.ClientBase,
  { name, columns }: SavedTable,
  rows: readonly string[],
): Promise<void> {
  const [table, list] = [
    client.escapeIdentifier(name),
    columns.map((one) => client.escapeIdentifier(one)).join(', '),
  ];
  await client.query(
    `INSERT INTO ${table} (${list}) OVERRIDING SYSTEM VALUE SELECT ${list} FROM json_populate_recordset(NULL::${table}, $1::json)`,
    [`[${rows.join(',')}]`],
  );
}

/** Lets a table's own numbering go on behind what was inserted. */
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
