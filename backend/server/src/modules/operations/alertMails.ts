import type { PortalSettings } from '@portal/contract';
import type pg from 'pg';
import { v7 } from 'uuid';
import { type Block, button, factTable, type Letter } from '../../platform/mail/letter.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import { OUTBOX_TABLE } from '../../platform/mail/outboxTable.ts';
import { shownInstant } from '../../platform/shownInstant.ts';
import { type AlertRow, SAME_TROUBLE_MS, ALERTS_TABLE as TABLE } from './alertStore.ts';

interface News {
  readonly opened: readonly AlertRow[];
  readonly lasting: readonly AlertRow[];
  readonly resolved: readonly AlertRow[];
}

/** Further alerts are counted. */
const MAX_LISTED = 10;

/** To administrators: new, lasting and resolved alerts in one mail. */
function alertLetter(news: News, at: AlertMailPorts): Letter {
  const { opened, lasting, resolved } = news;
  const troubles = [...opened, ...lasting];
  const blocks: Block[] = [];
  for (const alert of troubles.slice(0, MAX_LISTED)) {
    blocks.push(
      factTable(
        [lasting.includes(alert) ? 'Still' : 'New', alert.title],
        ['What to do', alert.todo],
        ['Since', shownInstant(alert.opened_at, at.timeZone)],
      ),
      button(alert.link_label, at.page(`/admin-dashboard${alert.link_path}`)),
    );
  }
  if (troubles.length > MAX_LISTED) {
    blocks.push(`And ${troubles.length - MAX_LISTED} more, on the admin dashboard.`);
  }
  if (resolved.length > 0) {
    blocks.push(factTable(...resolved.slice(0, MAX_LISTED).map(({ title }) => ['Over', title] as const)));
    if (resolved.length > MAX_LISTED) blocks.push(`And ${resolved.length - MAX_LISTED} more resolved.`);
  }
  blocks.push({
    kind: 'note',
    text: `Open alerts are on the admin dashboard, ${at.page('/admin-dashboard')}. Reminders are sent once a day until an alert is resolved or acknowledged. Choose alerts and recipients under Settings.`,
  });
  const over = resolved.length === 1 ? 'The problem is resolved.' : 'The problems are resolved.';
  return { ...headings(news), preheader: troubles[0]?.todo ?? over, blocks };
}

function headings({ opened, lasting, resolved }: News): Pick<Letter, 'subject' | 'title'> {
  if (opened.length === 1)
    return { subject: `Alert: ${opened[0]?.title}`, title: 'The portal needs attention' };
  if (opened.length > 1) {
    const title = `${opened.length} alerts need attention`;
    return { subject: `Alert: ${title}`, title };
  }
  if (lasting.length === 1)
    return { subject: `Still: ${lasting[0]?.title}`, title: 'The portal still needs attention' };
  if (lasting.length > 1) {
    const title = `${lasting.length} alerts still need attention`;
    return { subject: `Reminder: ${title}`, title };
  }
  if (resolved.length === 1) return { subject: `Resolved: ${resolved[0]?.title}`, title: 'This is over' };
  return { subject: `Resolved: ${resolved.length} alerts`, title: `${resolved.length} alerts are over` };
}

const REMIND_MS = 24 * 60 * 60_000;

/** A recurrence within this time is the same alert. */
const OVER_AFTER_MS = 10 * 60_000;

/** Minimum time between two mails; alerts are collected meanwhile. */
const PACE_MS = 5 * 60_000;

export interface AlertMailPorts {
  readonly outbox: Pick<Outbox, 'postIn'>;
  settings(): Promise<
    Pick<PortalSettings, 'alert_mail_kinds' | 'alert_mail_administrators' | 'alert_addresses'>
  >;
  administrators(): Promise<readonly { readonly id: string; readonly email: string }[]>;
  /** The address of a page. */
  page(path: string): string;
  /** BILLING_TZ. */
  readonly timeZone: string;
}

/**
 * Alerts to mail now: new ones, daily reminders of open ones that are neither acknowledged nor snoozed, and resolved ones that
 * were mailed.
 */
function newsOf(alerts: readonly AlertRow[], kinds: readonly string[], at: Date): News {
  const now = at.getTime();
  const since = (time: Date | null) => (time === null ? Number.POSITIVE_INFINITY : now - time.getTime());
  const mailed = alerts.filter(({ kind }) => kinds.includes(kind));
  const standing = mailed.filter(
    ({ closed_at, acknowledged_at, snoozed_until }) =>
      closed_at === null && acknowledged_at === null && (snoozed_until === null || snoozed_until <= at),
  );
  return {
    opened: standing.filter((alert) => alert.told !== 'open' && since(alert.mailed_at) >= SAME_TROUBLE_MS),
    lasting: standing.filter((alert) => alert.told === 'open' && since(alert.mailed_at) >= REMIND_MS),
    resolved: mailed.filter(
      (alert) => alert.told === 'open' && alert.closed_at !== null && since(alert.closed_at) >= OVER_AFTER_MS,
    ),
  };
}

/**
 * Mails due alerts in one letter, at most every five minutes, and records it in the same transaction.
 * @returns to be called once it is committed
 */
export async function mailAlerts(
  transaction: pg.PoolClient,
  ports: AlertMailPorts,
  at: Date,
): Promise<readonly (() => void)[]> {
  const { rows } = await transaction.query<AlertRow>(
    `SELECT * FROM ${TABLE} WHERE closed_at IS NULL OR told = 'open' ORDER BY opened_at, id`,
  );
  if (rows.length === 0) return [];
  const settings = await ports.settings();
  const news = newsOf(rows, settings.alert_mail_kinds, at);
  const all = [...news.opened, ...news.lasting, ...news.resolved];
  if (all.length === 0) return [];
  const lately = await transaction.query(
    `SELECT FROM ${OUTBOX_TABLE} WHERE kind = 'alerts' AND created_at > $1 LIMIT 1`,
    [new Date(at.getTime() - PACE_MS)],
  );
  if (lately.rows.length > 0) return [];
  const recipients = new Map<string, string | null>();
  if (settings.alert_mail_administrators)
    for (const { id, email } of await ports.administrators()) recipients.set(email.toLowerCase(), id);
  for (const address of settings.alert_addresses)
    if (!recipients.has(address.toLowerCase())) recipients.set(address.toLowerCase(), null);
  if (recipients.size === 0) return [];

  const letter = alertLetter(news, ports);
  const cause = `alerts ${v7()}`;
  const posted: (() => void)[] = [];
  for (const [recipient, userId] of recipients) {
    const posting = { cause, kind: 'alerts', recipient, userId, accountId: null, letter };
    posted.push(await ports.outbox.postIn(transaction, posting));
  }
  const write = (told: 'open' | 'closed', alerts: readonly AlertRow[]) =>
    transaction.query(`UPDATE ${TABLE} SET told = $1, mailed_at = $2 WHERE id = ANY($3::uuid[])`, [
      told,
      at,
      alerts.map(({ id }) => id),
    ]);
  await write('open', [...news.opened, ...news.lasting]);
  await write('closed', news.resolved);
  return posted;
}
