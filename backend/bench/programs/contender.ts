import path from 'node:path';
import { inParallel } from '@portal/server/kernel/inParallel.ts';
import { callersFor, quantile } from '@portal/tools/statistics.ts';
import type { Task, TaskAnswer } from '../contenderProcess.ts';
import type { ContenderModule } from '../contenders/contender.ts';
import { eventToWrite } from '../contenders/sampleEvent.ts';
import { answerTasks, isPeer, openedFor } from '../taskProcess.ts';

// Runs a contender's tasks, which its parent sends.
/** Streams written at once. */
const WRITERS = 16;
const [, , file = ''] = process.argv;
const name = path.basename(file, '.ts');
const contender = await openedFor(async () => {
  // both folders are named, for the bundle to hold their modules
  const { default: module } = (await (isPeer(file)
    ? import(`../peers/${name}.ts`)
    : import(`../contenders/${name}.ts`))) as {
    readonly default: ContenderModule;
  };
  const databaseUrl = process.env.DATABASE_URL ?? '';
  if (process.env.PREPARE === 'yes') await module.prepare(databaseUrl);
  return module.open(databaseUrl);
});

async function answerTo(task: Task): Promise<TaskAnswer> {
  switch (task.do) {
    case 'append': {
      const places: [id: string, place: string | null][] = [];
      const { latencies, seconds } = await callersFor(task.callers, task.seconds, async () => {
        const event = eventToWrite();
        places.push([event.id, await contender.appendFirst(`site-${event.id}`, event)]);
      });
      const perSecond = places.length / seconds;
      const [p50, p99] = [quantile(latencies, 0.5), quantile(latencies, 0.99)];
      return { did: 'append', appended: places.length, perSecond, p50, p99, places: task.tell ? places : [] };
    }
    case 'write': {
      const { streams, events } = task;
      await inParallel(streams, WRITERS, (stream) =>
        contender.writeStream(stream, Array.from({ length: events }, eventToWrite)),
      );
      return { did: 'write' };
    }
    case 'readStreams': {
      let events = 0;
      let next = 0;
      const { seconds } = await callersFor(1, task.seconds, async () => {
        const stream = task.streams[next++ % task.streams.length] ?? '';
        const read = await contender.readStream(stream);
        if (read.length !== task.events) throw new Error(`${stream} has ${read.length} events.`);
        events += read.length;
      });
      return { did: 'read', events, perSecond: events / seconds };
    }
    case 'readLog': {
      if (contender.readLog === undefined) return { did: 'read', events: 0, perSecond: Number.NaN };
      const began = performance.now();
      const events = await contender.readLog();
      return { did: 'read', events, perSecond: (events / (performance.now() - began)) * 1_000 };
    }
    case 'count':
      return { did: 'count', events: await contender.count() };
  }
}

answerTasks(answerTo);
