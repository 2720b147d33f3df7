import type { Queryable } from '@portal/projections';
import { OUTBOX_TABLE } from '../../../platform/mail/outboxTable.ts';
import { type Finding, listLink } from '../check.ts';

/** Older mails do not matter. */
const DAYS = 3;
/** More than a few mistyped addresses. */
const MANY = 10;
/** Mails tried this often and waiting this long mean that the server accepts none. */
const WAITING_TRIES = 3;
const WAITING_MINUTES = 30;

/** Failed mail, and mail that is not sent. */
export async function deadMail(db: Queryable, now: Date): Promise<readonly Finding[]> {
  const { rows } = await db.query<{ dead: string; newest: string | null; waiting: string }>(
    `SELECT count(*) FILTER (WHERE status = 'dead') AS dead, max(id::text) FILTER (WHERE status = 'dead') AS newest,
       count(*) FILTER (WHERE status = 'queued' AND attempts >= $2
         AND created_at < $1::timestamptz - make_interval(mins => $3)) AS waiting
     FROM ${OUTBOX_TABLE} WHERE created_at > $1::timestamptz - make_interval(days => $4)`,
    [now, WAITING_TRIES, WAITING_MINUTES, DAYS],
  );
  const [dead, waiting] = [Number(rows[0]?.dead), Number(rows[0]?.waiting)];
  const findings: Finding[] = [];
  if (dead > 0) {
    findings.push({
      subject: 'dead',
      severity: dead >= MANY ? 'critical' : 'warning',
      title: `${dead === 1 ? '1 email' : `${dead} emails`} of the last ${DAYS} days could not be delivered.`,
      todo: "Each email shows the mail server's response. Send it again once the cause is fixed, or contact the dealer. If all emails fail, check the mail server's settings.",
      link: listLink('mails', { status: 'dead' }, 'Open the failed emails'),
      mark: rows[0]?.newest ?? '',
    });
  }
  if (waiting > 0) {
    findings.push({
      subject: 'waiting',
      severity: 'critical',
      title: `Email is not going out: ${waiting === 1 ? '1 email has' : `${waiting} emails have`} been waiting for more than ${WAITING_MINUTES} minutes.`,
      todo: 'The mail server does not accept mail. Check SMTP_URL and the server; waiting emails are sent automatically.',
      link: listLink('mails', { status: 'queued' }, 'Open the waiting emails'),
    });
  }
  return findings;
}
