import { startEmbeddedPostgres } from '../../src/platform/embeddedPostgres/startEmbeddedPostgres.ts';

// A portal reduced to its database, for specs that kill it: prints the connection string, then waits to be ended.
const [dataDir = ''] = process.argv.slice(2);
const ignore = () => undefined;
const server = await startEmbeddedPostgres({ dataDir, log: { info: ignore, warn: ignore, error: ignore } });
process.stdout.write(`${server.connectionString}\n`);
setTimeout(ignore, 60_000);
