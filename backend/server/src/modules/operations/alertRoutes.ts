import { type AlertRecord, type Alerts, alertsSchema, paths, snoozeAlertSchema } from '@portal/contract';
import { notFound } from '@portal/domain';
import { type Route, route } from '../../platform/http/route.ts';
import { namesOfAdministrators } from '../users/module.ts';
import { type AlertRow, acknowledgeAlert, closedAlerts, openAlerts, snoozeAlert } from './alertStore.ts';
import { ALERTS_CHANGED } from './alerts.ts';
import type { OperationPorts } from './ports.ts';

type Ports = Pick<OperationPorts, 'pool' | 'db' | 'now' | 'today' | 'announce'>;

/** Open and recently closed alerts; acknowledge and snooze. */
export function adminAlertRoutes(ports: Ports): Route[] {
  const { pool } = ports;
  const changed = async (isThere: boolean) => {
    if (!isThere) throw notFound('This alert is not open');
    await ports.announce(ALERTS_CHANGED);
    return { body: await overview(ports) };
  };
  return [
    route('GET', paths.admin.alerts, 'admin', {
      summary: "Alerts of the portal's own checks",
      answers: { 200: alertsSchema },
      handler: async () => ({ body: await overview(ports) }),
    }),
    route('POST', paths.admin.acknowledgeAlert, 'admin', {
      summary: 'Acknowledge an alert',
      answers: { 200: alertsSchema },
      handler: async ({ params, caller, command }) =>
        changed(await acknowledgeAlert(pool, params.id, { userId: caller.id, at: command.time })),
    }),
    route('POST', paths.admin.snoozeAlert, 'admin', {
      summary: 'Snooze an alert',
      answers: { 200: alertsSchema },
      body: snoozeAlertSchema,
      handler: async ({ params, caller, command, body: { hours } }) =>
        changed(await snoozeAlert(pool, params.id, { userId: caller.id, at: command.time, hours })),
    }),
  ];
}

async function overview(ports: Ports): Promise<Alerts> {
  const { pool } = ports;
  const at = ports.now();
  const [open, closed] = await Promise.all([openAlerts(pool), closedAlerts(pool, at)]);
  const ids = [...open, ...closed].flatMap((row) => [row.acknowledged_by ?? [], row.snoozed_by ?? []].flat());
  const nameOf = await namesOfAdministrators(ports, ids);
  const shown = (row: AlertRow) => toAlert(row, nameOf, at);
  return { open: open.map(shown), closed: closed.map(shown) };
}

function toAlert(row: AlertRow, nameOf: (userId: string) => string, at: Date): AlertRecord {
  const { acknowledged_by, acknowledged_at, snoozed_by, snoozed_at, snoozed_until } = row;
  const isSnoozed =
    snoozed_by !== null && snoozed_at !== null && snoozed_until !== null && snoozed_until > at;
  return {
    id: row.id,
    kind: row.kind,
    severity: row.severity,
    title: row.title,
    todo: row.todo,
    link: { path: row.link_path, label: row.link_label },
    opened_at: row.opened_at.toISOString(),
    last_seen: row.last_seen.toISOString(),
    mailed_at: row.mailed_at?.toISOString() ?? null,
    closed_at: row.closed_at?.toISOString() ?? null,
    acknowledged:
      acknowledged_by === null || acknowledged_at === null
        ? null
        : { at: acknowledged_at.toISOString(), by: nameOf(acknowledged_by) },
    snoozed: isSnoozed
      ? { at: snoozed_at.toISOString(), by: nameOf(snoozed_by), until: snoozed_until.toISOString() }
      : null,
  };
}
