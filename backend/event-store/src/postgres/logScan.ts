import type { LogScan, Position } from '../port.ts';
import { fromPosition } from '../positions.ts';
import type { Statement } from './call.ts';
import { openClient, type Settings, unavailable } from './connection.ts';
import { RowReader } from './rowReader.ts';

const RANGE: Statement = {
  name: 'es_scan',
  text: `SELECT position, revision, event_id, stream, type, data, metadata FROM es.events
    WHERE position > $1 AND position <= $2 ORDER BY position`,
};

/** Reads the log as bytes, on a connection of its own. */
export async function openLogScan(settings: Settings): Promise<LogScan> {
  const client = await openClient(settings, 'scan');
  const reader = new RowReader(client);
  const numberOf = (position: Position | null) => (position === null ? '0' : String(fromPosition(position)));
  return {
    async read(from, to, most) {
      try {
        return await reader.read(RANGE, [numberOf(from), numberOf(to)], most);
      } catch (error) {
        throw unavailable('A read', error);
      }
    },
    close: () => client.end(),
  };
}
