import type { ClientBase } from 'pg';

/**
 * Drops all tables of read models (all versions and generations), of the runtime and the log index; the next start
 * fills them from the log. Nothing may follow the log meanwhile.
 */
export async function dropReadModels(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = current_schema()
     AND (tablename ~ '_v[0-9]+_g[0-9]+$' OR tablename ~ '^projection_' OR tablename = 'log_index')`,
  );
  if (rows.length > 0) await client.query(`DROP TABLE ${rows.map(({ name }) => name).join(', ')} CASCADE`);
}
