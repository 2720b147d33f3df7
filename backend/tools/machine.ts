import os from 'node:os';
import pg from 'pg';

/** The machine of a run; `load` is the load average when it began. */
export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGb: number;
  readonly system: string;
  readonly node: string;
  readonly load: number;
}

export function describeMachine(): Machine {
  const cpus = os.cpus();
  return {
    cpu: (cpus[0]?.model ?? 'unknown CPU').trim().replaceAll(/\s+/g, ' '),
    cores: os.availableParallelism(),
    memoryGb: Math.round(os.totalmem() / 2 ** 30),
    system: `${os.type()} ${os.release().split('-')[0]}`,
    node: process.version.slice(1),
    load: os.loadavg()[0] ?? 0,
  };
}

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
