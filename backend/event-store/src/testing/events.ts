import { v7 as uuidv7 } from 'uuid';
import type { EventStore, EventToAppend, LogPage, Position, RecordedEvent } from '../port.ts';

/** A new event. */
export function anEvent(part: Partial<EventToAppend> = {}): EventToAppend {
  return { id: uuidv7(), type: 'ThingHappened', data: '{"n":1}', metadata: '{"v":1}', ...part };
}

/** `count` new events, numbered in their data from 0. */
export function someEvents(count: number, part: Partial<EventToAppend> = {}): EventToAppend[] {
  return Array.from({ length: count }, (_, n) => anEvent({ data: JSON.stringify({ n }), ...part }));
}

/** A unique stream name, also on a shared server. */
export function freshStream(category = 'thing'): string {
  return `${category}-${uuidv7()}`;
}

/** Every event after `from`, page by page. */
export async function readWholeLog(
  store: EventStore,
  from: Position | null = null,
  limit = 500,
): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  let position = from;
  for (;;) {
    const page = await store.readAll(position, { limit });
    events.push(...page.events);
    position = page.next;
    if (page.end) return events;
  }
}

/** Collects the events of a subscription until `enough` says so; the caller aborts it. */
export async function collect(
  pages: AsyncIterable<LogPage>,
  enough: (events: readonly RecordedEvent[]) => boolean,
): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  for await (const page of pages) {
    events.push(...page.events);
    if (enough(events)) break;
  }
  return events;
}

/** Runs jobs, at most `width` at a time; results in order. */
export async function inParallel<T>(width: number, jobs: readonly (() => Promise<T>)[]): Promise<T[]> {
  const answers = new Array<T>(jobs.length);
  let next = 0;
  const worker = async () => {
    while (next < jobs.length) {
      const mine = next;
      next += 1;
      answers[mine] = await (jobs[mine] as () => Promise<T>)();
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, jobs.length) }, worker));
  return answers;
}
