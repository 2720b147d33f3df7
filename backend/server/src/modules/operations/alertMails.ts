import type { PortalSettings } from '@portal/contract';
import type pg from 'pg';
import { v7 } from 'uuid';
import type { Outbox } from '../../platform/mail/outbox.ts';
import { OUTBOX_TABLE } from '../../platform/mail/outboxTable.ts';
import { alertLetter } from './alertLetters.ts';
import { type AlertRow, SAME_TROUBLE_MS } from './alertStore.ts';
import { ALERTS_TABLE as TABLE } from './alertsTable.ts';

const REMIND_MS = 24 * 60 * 60_000;
/** What comes back within this was not over. */
const OVER_AFTER_MS = 10 * 60_000;
/** Between two mails about alerts, whatever happens; what comes up meanwhile goes out together. */
const PACE_MS = 5 * 60_000;

export interface AlertMailPorts {
  readonly outbox: Pick<Outbox, 'post'>;
  settings(): Promise<
    Pick<PortalSettings, 'alert_mail_kinds' | 'alert_mail_administrators' | 'alert_addresses'>
  >;
  administrators(): Promise<readonly { readonly id: string; readonly email: string }[]>;
  /** The address of a page. */
  page(path: string): string;
  /** BILLING_TZ. */
  readonly timeZone: string;
}

/** What one mail tells. */
export interface News {
  readonly opened: readonly AlertRow[];
  readonly lasting: readonly AlertRow[];
  readonly resolved: readonly AlertRow[];
}

/**
 * What is to be told now: one mail an opening, a reminder a day while it lasts and nobody has seen it or left it aside,
 * and one that it is over where people had been told that it is there.
 */
export function newsOf(alerts: readonly AlertRow[], kinds: readonly string[], at: Date): News {
  const now = at.getTime();
  const since = (time: Date | null) => (time === null ? Number.POSITIVE_INFINITY : now - time.getTime());
  const told = alerts.filter(({ kind }) => kinds.includes(kind));
  const standing = told.filter(
    ({ closed_at, acknowledged_at, snoozed_until }) =>
      closed_at === null && acknowledged_at === null && (snoozed_until === null || snoozed_until <= at),
  );
  return {
    opened: standing.filter((alert) => alert.told !== 'open' && since(alert.mailed_at) >= SAME_TROUBLE_MS),
    lasting: standing.filter((alert) => alert.told === 'open' && since(alert.mailed_at) >= REMIND_MS),
    resolved: told.filter(
      (alert) => alert.told === 'open' && alert.closed_at !== null && since(alert.closed_at) >= OVER_AFTER_MS,
    ),
  };
}

/**
 * Mails what is to be told, at most every five minutes and all of it in one letter, and writes down that it was. The
 * letters are in the outbox when the transaction is done, or none of it happened.
 */
export async function mailAlerts(transaction: pg.PoolClient, ports: AlertMailPorts, at: Date): Promise<void> {
  const { rows } = await transaction.query<AlertRow>(
    `SELECT * FROM ${TABLE} WHERE closed_at IS NULL OR told = 'open' ORDER BY opened_at, id`,
  );
  if (rows.length === 0) return;
  const settings = await ports.settings();
  const news = newsOf(rows, settings.alert_mail_kinds, at);
  const all = [...news.opened, ...news.lasting, ...news.resolved];
  if (all.length === 0 || (await wroteLately(transaction, at))) return;
  const recipients = new Map<string, string | null>();
  if (settings.alert_mail_administrators)
    for (const { id, email } of await ports.administrators()) recipients.set(email.toLowerCase(), id);
  for (const address of settings.alert_addresses)
    if (!recipients.has(address.toLowerCase())) recipients.set(address.toLowerCase(), null);
  if (recipients.size === 0) return;

  const letter = alertLetter(news, ports);
  const cause = `alerts ${v7()}`;
  for (const [recipient, userId] of recipients) {
    await ports.outbox.post(
      { cause, kind: 'alerts', recipient, userId, accountId: null, letter },
      transaction,
    );
  }
  const write = (told: 'open' | 'closed', alerts: readonly AlertRow[]) =>
    transaction.query(`UPDATE ${TABLE} SET told = $1, mailed_at = $2 WHERE id = ANY($3::uuid[])`, [
      told,
      at,
      alerts.map(({ id }) => id),
    ]);
  await write('open', [...news.opened, ...news.lasting]);
  await write('closed', news.resolved);
}

async function wroteLately(transaction: pg.PoolClient, at: Date): Promise<boolean> {
  const { rows } = await transaction.query(
    `SELECT FROM ${OUTBOX_TABLE} WHERE kind = 'alerts' AND created_at > $1 LIMIT 1`,
    [new Date(at.getTime() - PACE_MS)],
  );
  return rows.length > 0;
}
