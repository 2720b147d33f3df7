import type { ClientBase } from 'pg';

/**
 * Drops the tables of every read model, of every version and generation, with the runtime's own and the log index: the
 * next start makes them and fills them from the log. Nothing may follow the log meanwhile.
 */
export async function dropReadModels(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = current_schema()
     AND (tablename ~ '_v[0-9]+_g[0-9]+$' OR tablename ~ '^projection_' OR tablename = 'log_index')`,
  );
  if (rows.length > 0) await client.query(`DROP TABLE ${rows.map(({ name }) => name).join(', ')} CASCADE`);
}
