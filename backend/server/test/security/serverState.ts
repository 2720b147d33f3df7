import type pg from 'pg';

/**
 * Tables that a refusal may touch: what counts attempts, keeps answers to retried requests, or is moved by the portal
 * itself at any time (its jobs, checkpoints and leases, the proof of the log).
 */
const LEFT_ASIDE = new Set([
  'public.login_limits',
  'public.commands',
  'public.agenda_jobs',
  'public.agenda_logs',
  'public.projection_generations',
  'public.projection_leases',
  'public.process_checkpoints',
  'public.log_index',
  'public.server_migrations_lock',
]);

/** Columns that the portal itself moves: when a session was used last, what an alert is about now. */
const WITHOUT: Readonly<Record<string, readonly string[]>> = {
  'public.sessions': ['touched_at'],
  'public.alerts': ['mark', 'severity', 'title', 'todo', 'last_seen', 'mailed_at', 'told', 'closed_at'],
};
/** Rows that people or their requests make; the portal seals the day and looks after itself meanwhile. */
const MADE_BY_PEOPLE: Readonly<Record<string, string>> = {
  'es.events': "type <> 'LogSealed'",
  'public.alerts': 'acknowledged_by IS NOT NULL OR snoozed_by IS NOT NULL',
  'public.mail_outbox': "kind <> 'alerts'",
};

/**
 * Everything the portal keeps, as one line a table: how many rows and a hash over all of them. What is equal before and
 * after a request was changed by nobody.
 */
export async function serverState(pool: pg.Pool): Promise<Readonly<Record<string, string>>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT schemaname || '.' || tablename AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`,
  );
  const counted = tables.map(({ name }) => name).filter((name) => !LEFT_ASIDE.has(name));
  const { rows } = await pool.query<{ name: string; state: string }>(
    counted
      .map((name) => {
        const left = WITHOUT[name]?.map((column) => ` - '${column}'`).join('') ?? '';
        const row = left === '' ? 't::text' : `(to_jsonb(t)${left})::text`;
        const where = MADE_BY_PEOPLE[name] ?? 'true';
        return `SELECT '${name}' AS name, count(*) || ' ' || coalesce(md5(string_agg(md5(${row}), '' ORDER BY md5(${row}))), '') AS state FROM ${name} t WHERE ${where}`;
      })
      .join(' UNION ALL '),
  );
  return Object.fromEntries(rows.map(({ name, state }) => [name, state]));
}

/** What a state holds otherwise than another: the names of the tables, with both. */
export function changesBetween(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): readonly string[] {
  return Object.keys({ ...before, ...after })
    .filter((name) => before[name] !== after[name])
    .map((name) => `${name}: ${before[name]} became ${after[name]}`);
}
