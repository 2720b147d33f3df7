import { type AlertRecord, type Alerts, alertsSchema, paths, snoozeAlertSchema } from '@portal/contract';
import { notFound } from '@portal/domain';
import { type Route, route } from '../../platform/http/route.ts';
import { namesOfAdministrators } from '../users/module.ts';
import { ALERTS_TABLE, type AlertRow } from './alertStore.ts';
import { ALERTS_CHANGED } from './alerts.ts';
import type { OperationPorts } from './ports.ts';

type Ports = Pick<OperationPorts, 'pool' | 'db' | 'now' | 'today' | 'announce'>;

const SHOWN_DAYS = 7;

/** Open and recently closed alerts; acknowledge and snooze. */
export function adminAlertRoutes(ports: Ports): Route[] {
  const { pool } = ports;
  /** Changes an alert that is open. @param change what to set, from $2 on */
  const change = async (id: string, change: string, values: readonly unknown[]) => {
    const { rowCount } = await pool.query(
      `UPDATE ${ALERTS_TABLE} SET ${change} WHERE id::text = $1 AND closed_at IS NULL`,
      [id, ...values],
    );
    if (rowCount === 0) throw notFound('This alert is not open');
    await ports.announce(ALERTS_CHANGED);
    return { body: await overview(ports) };
  };
  return [
    route('GET', paths.admin.alerts, 'staff', {
      summary: "Alerts of the portal's own checks",
      answers: { 200: alertsSchema },
      handler: async () => ({ body: await overview(ports) }),
    }),
    route('POST', paths.admin.acknowledgeAlert, 'operations', {
      summary: 'Acknowledge an alert',
      answers: { 200: alertsSchema },
      // the first acknowledgement is kept
      handler: ({ params, caller, command }) =>
        change(
          params.id,
          'acknowledged_by = coalesce(acknowledged_by, $2), acknowledged_at = coalesce(acknowledged_at, $3)',
          [caller.id, command.time],
        ),
    }),
    route('POST', paths.admin.snoozeAlert, 'operations', {
      summary: 'Snooze an alert',
      answers: { 200: alertsSchema },
      body: snoozeAlertSchema,
      // 0 hours end a snooze
      handler: ({ params, caller, command, body: { hours } }) =>
        change(
          params.id,
          'snoozed_by = $2, snoozed_at = $3, snoozed_until = $3::timestamptz + make_interval(hours => $4)',
          hours === 0 ? [null, null, null] : [caller.id, command.time, hours],
        ),
    }),
  ];
}

/** Open alerts, and at most 50 that were closed lately; the newest first. */
async function overview(ports: Ports): Promise<Alerts> {
  const at = ports.now();
  const [{ rows: open }, { rows: closed }] = await Promise.all([
    ports.pool.query<AlertRow>(
      `SELECT * FROM ${ALERTS_TABLE} WHERE closed_at IS NULL ORDER BY opened_at DESC, id DESC`,
    ),
    ports.pool.query<AlertRow>(
      `SELECT * FROM ${ALERTS_TABLE} WHERE closed_at > $1 ORDER BY closed_at DESC, id DESC LIMIT 50`,
      [new Date(at.getTime() - SHOWN_DAYS * 86_400_000)],
    ),
  ]);
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
