import pg from 'pg';

/** PostgreSQL's version and durability: `18.4, fsync on, checksums on`. */
export async function describePostgres(connectionString: string): Promise<string> {
  const client = new pg.Client(connectionString);
  await client.connect();
  try {
    const { rows } = await client.query<{ version: string; fsync: string; checksums: string }>(
      `SELECT split_part(current_setting('server_version'), ' ', 1) AS version,
         current_setting('fsync') AS fsync, current_setting('data_checksums') AS checksums`,
    );
    const [{ version, fsync, checksums } = { version: 'unknown', fsync: '?', checksums: '?' }] = rows;
    return `${version}, fsync ${fsync}, checksums ${checksums}`;
  } finally {
    await client.end();
  }
}
