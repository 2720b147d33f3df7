import { sampleEvent } from '../eventStore/sampleEvent.ts';
import type { EventToWrite } from './contender.ts';

/** About 350 bytes of data and metadata, as objects. */
export function eventToWrite(): EventToWrite {
  const { id, type, data, metadata } = sampleEvent();
  return { id, type, data: JSON.parse(data), metadata: JSON.parse(metadata) };
}
