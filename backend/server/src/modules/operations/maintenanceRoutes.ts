import { type Maintenance, maintenanceSchema, paths, rebuildSchema, unparkSchema } from '@portal/contract';
import { logSealStream, notFound } from '@portal/domain';
import { chainEnd, newestSealedDay, UnknownProjection } from '@portal/projections';
import { HttpProblem } from '../../platform/http/errors.ts';
import { type Route, route } from '../../platform/http/route.ts';
import type { OperationPorts } from './ports.ts';

/** Tasks shown. */
const SHOWN = 20;
/** Never rebuilt: it is the proof of the log. */
const LOG_INDEX = 'logIndex';

/** Maintenance for administrators: status, rebuild and resume read models; verify the log. */
export function adminMaintenanceRoutes(ports: OperationPorts): Route[] {
  const { alerts, maintenanceTasks: tasks, projections } = ports;
  const newestSeal = async (): Promise<Maintenance['seal']> => {
    const day = await newestSealedDay(ports.db);
    if (day === null) return null;
    for (const { event } of await ports.readStream(logSealStream(day)))
      if (event.type === 'LogSealed') return { day, seq: event.data.seq, hash: event.data.hash };
    return null;
  };
  const overview = async (): Promise<Maintenance> => {
    const [status, newest, log, seal] = await Promise.all([
      projections.status(),
      tasks.newest(SHOWN),
      chainEnd(ports.db),
      newestSeal(),
    ]);
    return {
      projections: status.map((one) => ({
        name: one.projection,
        version: one.version,
        lag: one.lag,
        lag_seconds: Math.round(one.lagSeconds),
        caught_up: one.caughtUp,
        owner: one.owner,
        rebuilding: one.rebuilding !== null,
        can_rebuild: one.projection !== LOG_INDEX,
        parked: one.parked.map(({ key, eventId, stream, reason, parkedAt, events }) => ({
          key,
          event_id: eventId,
          stream,
          reason,
          parked_at: parkedAt,
          events,
        })),
      })),
      tasks: [...newest],
      log,
      seal,
    };
  };

  return [
    route('GET', paths.admin.maintenance, 'staff', {
      summary: "Status of read models, tasks and the log's chain",
      answers: { 200: maintenanceSchema },
      handler: async () => ({ body: await overview() }),
    }),
    route('POST', paths.admin.verifyLog, 'staff', {
      summary: 'Compare the whole log with its chain',
      answers: { 202: maintenanceSchema },
      handler: async ({ caller }) => {
        await tasks.begin({
          kind: 'verify',
          subject: '',
          userId: caller.id,
          async work(report, signal) {
            const { faults } = await ports.verifyLog({
              signal,
              onProgress: ({ verified, total }) => report({ done: verified, total }),
            });
            return faults.map(({ message }) => message);
          },
        });
        return { status: 202, body: await overview() };
      },
    }),
    route('POST', paths.admin.rebuild, 'operations', {
      summary: 'Rebuild a read model beside the live one',
      answers: { 202: maintenanceSchema },
      body: rebuildSchema,
      handler: async ({ caller, body: { projection: name } }) => {
        const known = await projections.status();
        if (!known.some(({ projection }) => projection === name))
          throw notFound('There is no such read model');
        if (name === LOG_INDEX)
          throw new HttpProblem(422, "The log's index is its proof and is never rebuilt.");
        await tasks.begin({
          kind: 'rebuild',
          subject: name,
          userId: caller.id,
          async work(onProgress, signal) {
            await projections.rebuild(name, { onProgress, signal });
            return [];
          },
        });
        return { status: 202, body: await overview() };
      },
    }),
    route('POST', paths.admin.unpark, 'operations', {
      summary: 'Resume parked events of a read model',
      answers: { 200: maintenanceSchema },
      body: unparkSchema,
      handler: async ({ body: { projection, key } }) => {
        try {
          await projections.unpark(projection, key);
          await alerts.lookAgain(['parked']);
        } catch (error) {
          if (error instanceof UnknownProjection) throw notFound('There is no such read model');
          throw error;
        }
        return { body: await overview() };
      },
    }),
  ];
}
