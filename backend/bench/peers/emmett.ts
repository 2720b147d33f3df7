import type { ContenderModule, EventToWrite } from '../contenders/contender.ts';
import { poolOf } from '../contenders/poolOf.ts';
import { loadPeer } from './peer.ts';

/** What is used of @event-driven-io/emmett-postgresql and its database access, dumbo. */
interface Message {
  readonly type: string;
  readonly data: unknown;
  readonly metadata: unknown;
}
interface Store {
  appendToStream(
    stream: string,
    events: readonly Message[],
    options: { readonly expectedStreamVersion: unknown },
  ): Promise<{ readonly lastEventGlobalPosition: bigint }>;
  readStream(stream: string): Promise<{ readonly events: readonly { readonly data: unknown }[] }>;
  readonly schema: { migrate(): Promise<unknown> };
  close(): Promise<void>;
}
interface Emmett {
  getPostgreSQLEventStore(
    connectionString: string,
    options?: {
      readonly schema?: { readonly autoMigration: 'None' };
      readonly connectionOptions?: { readonly pooled: true; readonly pool: unknown };
    },
  ): Store;
  readMessagesBatch(
    execute: unknown,
    options: { readonly after?: bigint; readonly from?: bigint; readonly batchSize: number },
  ): Promise<{
    readonly messages: readonly { readonly metadata: { readonly globalPosition: bigint } }[];
    readonly areMessagesLeft: boolean;
    readonly currentGlobalPosition?: bigint;
  }>;
}

const PAGE = 1_000;
const load = async () => (await loadPeer('@event-driven-io/emmett-postgresql')) as Emmett;

const emmett: ContenderModule = {
  async prepare(databaseUrl) {
    const { getPostgreSQLEventStore } = await load();
    const store = getPostgreSQLEventStore(databaseUrl);
    await store.schema.migrate();
    await store.close();
  },

  async open(databaseUrl) {
    const { getPostgreSQLEventStore, readMessagesBatch } = await load();
    const { dumbo } = (await loadPeer('@event-driven-io/dumbo')) as {
      dumbo(options: { readonly connectionString: string }): {
        readonly execute: unknown;
        close(): Promise<void>;
      };
    };
    const { STREAM_DOES_NOT_EXIST } = (await loadPeer('@event-driven-io/emmett')) as {
      readonly STREAM_DOES_NOT_EXIST: unknown;
    };
    const pool = poolOf(databaseUrl);
    const store = getPostgreSQLEventStore(databaseUrl, {
      schema: { autoMigration: 'None' },
      connectionOptions: { pooled: true, pool },
    });
    const reading = dumbo({ connectionString: databaseUrl });
    const message = ({ type, data, metadata }: EventToWrite): Message => ({ type, data, metadata });
    const append = (stream: string, events: readonly EventToWrite[]) =>
      store.appendToStream(stream, events.map(message), { expectedStreamVersion: STREAM_DOES_NOT_EXIST });
    return {
      async appendFirst(stream, event) {
        return String((await append(stream, [event])).lastEventGlobalPosition);
      },
      async writeStream(stream, events) {
        await append(stream, events);
      },
      async readStream(stream) {
        return (await store.readStream(stream)).events.map(({ data }) => data);
      },
      async readLog() {
        let count = 0;
        for (let after = 0n; ; ) {
          const { messages } = await readMessagesBatch(reading.execute, { after, batchSize: PAGE });
          count += messages.length;
          if (messages.length < PAGE) return count;
          after = messages.at(-1)?.metadata.globalPosition ?? after;
        }
      },
      async count() {
        const { rows } = await pool.query<{ events: string }>('SELECT count(*) AS events FROM emt_messages');
        return Number(rows[0]?.events);
      },
    };
  },
};

export default emmett;
