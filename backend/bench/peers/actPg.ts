import type { ContenderModule, EventToWrite } from '../contenders/contender.ts';
import { poolOf } from '../contenders/poolOf.ts';
import { loadPeer } from './peer.ts';

/** What is used of @rotorsoft/act-pg; it brings a pool of its own size. */
interface Store {
  seed(): Promise<void>;
  commit(
    stream: string,
    messages: readonly { readonly name: string; readonly data: unknown }[],
    meta: unknown,
    expectedVersion: number,
  ): Promise<readonly { readonly id: number }[]>;
  query(
    callback: (event: { readonly id: number; readonly data: unknown }) => void,
    query: { readonly stream?: string; readonly after?: number; readonly limit?: number },
  ): Promise<number>;
  dispose(): Promise<void>;
}
interface ActPg {
  readonly PostgresStore: new (config: Readonly<Record<string, string | number>>) => Store;
}

const PAGE = 1_000;

async function openStore(databaseUrl: string): Promise<Store> {
  const { PostgresStore } = (await loadPeer('@rotorsoft/act-pg')) as ActPg;
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  return new PostgresStore({
    host: hostname,
    port: Number(port),
    user: username,
    password: decodeURIComponent(password),
    database: pathname.slice(1),
  });
}

// Versioned; its positions are a sequence's, so a reader can miss what commits late.
const actPg: ContenderModule = {
  async prepare(databaseUrl) {
    const store = await openStore(databaseUrl);
    await store.seed();
    await store.dispose();
  },

  async open(databaseUrl) {
    const store = await openStore(databaseUrl);
    const counting = poolOf(databaseUrl);
    const message = ({ type, data }: EventToWrite) => ({ name: type, data });
    return {
      async appendFirst(stream, event) {
        const [committed] = await store.commit(stream, [message(event)], event.metadata, -1);
        return committed === undefined ? null : String(committed.id);
      },
      async writeStream(stream, events) {
        await store.commit(stream, events.map(message), events[0]?.metadata, -1);
      },
      async readStream(stream) {
        const read: unknown[] = [];
        await store.query(({ data }) => read.push(data), { stream });
        return read;
      },
      async readLog() {
        let count = 0;
        for (let after = -1; ; ) {
          const read = await store.query(({ id }) => (after = id), { after, limit: PAGE });
          count += read;
          if (read < PAGE) return count;
        }
      },
      async count() {
        const { rows } = await counting.query<{ events: string }>('SELECT count(*) AS events FROM events');
        return Number(rows[0]?.events);
      },
    };
  },
};

export default actPg;
