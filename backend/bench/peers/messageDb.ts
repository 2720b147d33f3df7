import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { ContenderModule, EventToWrite } from '../contenders/contender.ts';
import { onConnection, poolOf } from '../contenders/poolOf.ts';

// message-db consists of SQL functions, here called by pg, prepared.
const PAGE = 1_000;
const CATEGORY = 'site';
/** In the order of its install scripts, without roles and views. */
const FILES = [
  'schema/message-store',
  'extensions/pgcrypto',
  'tables/messages',
  'types/message',
  'functions/message-store-version',
  'functions/hash-64',
  'functions/acquire-lock',
  'functions/category',
  'functions/is-category',
  'functions/id',
  'functions/cardinal-id',
  'functions/stream-version',
  'functions/write-message',
  'functions/get-stream-messages',
  'functions/get-category-messages',
  'functions/get-last-stream-message',
  'indexes/messages-id',
  'indexes/messages-stream',
  'indexes/messages-category',
];

const messageDb: ContenderModule = {
  async prepare(databaseUrl) {
    const { resolve } = createRequire(import.meta.url);
    const folder = path.join(path.dirname(resolve('@eventide/message-db/package.json')), 'database');
    await onConnection(databaseUrl, async (client) => {
      const { rows } = await client.query<{ name: string }>('SELECT current_database() AS name');
      await client.query(`ALTER DATABASE "${rows[0]?.name}" SET search_path = message_store, public`);
      await client.query('SET search_path = message_store, public');
      for (const file of FILES) await client.query(await readFile(path.join(folder, `${file}.sql`), 'utf8'));
    });
  },

  async open(databaseUrl) {
    const pool = poolOf(databaseUrl);
    const write = async (stream: string, expected: number, { id, type, data, metadata }: EventToWrite) => {
      await pool.query({
        name: 'write',
        text: 'SELECT write_message($1, $2, $3, $4, $5, $6)',
        values: [id, stream, type, JSON.stringify(data), JSON.stringify(metadata), expected],
      });
    };
    return {
      async appendFirst(stream, event) {
        await write(stream, -1, event);
        return null;
      },
      async writeStream(stream, events) {
        for (const [place, event] of events.entries()) await write(stream, place - 1, event);
      },
      async readStream(stream) {
        const { rows } = await pool.query<{ data: string }>({
          name: 'stream',
          text: 'SELECT * FROM get_stream_messages($1, 0, 1000000)',
          values: [stream],
        });
        return rows.map(({ data }) => JSON.parse(data));
      },
      async readLog() {
        let count = 0;
        for (let from = '1'; ; ) {
          const { rows } = await pool.query<{ global_position: string; data: string }>({
            name: 'category',
            text: 'SELECT * FROM get_category_messages($1, $2, $3)',
            values: [CATEGORY, from, PAGE],
          });
          for (const { data } of rows) if (JSON.parse(data) !== null) count += 1;
          if (rows.length < PAGE) return count;
          from = String(BigInt(rows.at(-1)?.global_position ?? 0) + 1n);
        }
      },
      async count() {
        const { rows } = await pool.query<{ events: string }>('SELECT count(*) AS events FROM messages');
        return Number(rows[0]?.events);
      },
    };
  },
};

export default messageDb;
