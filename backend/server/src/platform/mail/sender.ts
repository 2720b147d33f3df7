import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import { messageOf } from '../../kernel/messageOf.ts';
import type { RenderedMail } from './letter.ts';
import type { Attachment } from './outbox.ts';
import { OUTBOX_TABLE } from './outboxTable.ts';
import type { SealedBodies } from './sealedBodies.ts';

/** A mail for the mail server. */
export interface OutgoingMail extends RenderedMail {
  /** The outbox row's id, the same at each try, so that a repeated mail can be recognised. */
  readonly id: string;
  readonly recipient: string;
  readonly attachments: readonly { readonly filename: string; readonly content: Buffer }[];
  /** Address that answers go to; null: the portal's own. */
  readonly replyTo: string | null;
  /** The span that wrote it (W3C); null without traces. */
  readonly traceparent: string | null;
}

/** Port: renders each kind of document as PDF, by the record's id. @throws Error if not possible yet; the mail is retried */
export type Printers = Readonly<Record<string, (id: string) => Promise<Buffer>>>;

/** Port: passes mails to the mail server. */
export interface MailTransport {
  /** @throws MailRefused if retries are useless; any other error is retried */
  send(mail: OutgoingMail): Promise<void>;
  close(): void;
}

/** The mail server refuses this mail permanently, e.g. because there is no such mailbox. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}

/** Tries until a mail is dead. */
export const MAX_ATTEMPTS = 10;
const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 60 * 60_000;
/** Claim on a mail that is being sent; longer than the transport's time limits. */
const CLAIM_MS = 2 * 60_000;
const POLL_MS = 5_000;
const BATCH = 10;

/** Pause after the `attempts`-th try, in milliseconds: 30 s, doubled each time, an hour at most. */
export function waitAfter(attempts: number): number {
  return Math.min(FIRST_WAIT_MS * 2 ** (attempts - 1), LONGEST_WAIT_MS);
}

interface ClaimedRow extends Omit<OutgoingMail, 'html' | 'text' | 'attachments'> {
  /** Null for a mail with a secret, like `text`. */
  readonly html: string | null;
  readonly text: string | null;
  readonly sealed: Buffer | null;
  readonly attempts: number;
  readonly attachments: readonly Attachment[];
}

interface SenderOptions {
  readonly pool: pg.Pool;
  readonly transport: MailTransport;
  readonly now: () => Date;
  readonly log: Logger;
  readonly bodies: SealedBodies;
  /** Default: none. */
  readonly printers?: Printers;
}

/**
 * Sends due mails, with back-off. Several portals share the work by claiming rows. If one dies, another sends its mails after
 * {@link CLAIM_MS}, under the same Message-ID.
 */
export function startMailSender(options: SenderOptions) {
  const { transport, log } = options;
  const stopping = new AbortController();
  let woken = new AbortController();

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      // a wake from here on prevents the sleep below
      woken = new AbortController();
      try {
        let sent: number;
        do sent = await sendDue(options);
        while (sent > 0 && !stopping.signal.aborted);
      } catch (error) {
        log.warn({ err: error }, 'the outbox could not be read; retrying');
      }
      const signal = AbortSignal.any([stopping.signal, woken.signal]);
      await sleep(POLL_MS, undefined, { signal, ref: false }).catch(() => {});
    }
  }
  const running = run();

  return {
    /** Looks for due mails now. */
    wake: (): void => woken.abort(),
    async stop(): Promise<void> {
      stopping.abort();
      await running;
      transport.close();
    },
  };
}

/** Claims and sends due mails, {@link BATCH} at most. @returns how many were claimed */
export async function sendDue({
  pool,
  transport,
  now,
  log,
  bodies,
  printers = {},
}: SenderOptions): Promise<number> {
  const at = now();
  const { rows } = await pool.query<ClaimedRow>(
    `UPDATE ${OUTBOX_TABLE} SET attempts = attempts + 1, next_attempt_at = $2
     WHERE id IN (
       SELECT id FROM ${OUTBOX_TABLE}
       WHERE status = 'queued' AND next_attempt_at <= $1 AND (secret_until IS NULL OR secret_until > $1)
       ORDER BY next_attempt_at LIMIT $3 FOR UPDATE SKIP LOCKED)
     RETURNING id, recipient, subject, html, text, sealed, attempts, attachments, traceparent, reply_to AS "replyTo"`,
    [at, new Date(at.getTime() + CLAIM_MS), BATCH],
  );
  await Promise.all(rows.map(sendOne));
  return rows.length;

  async function printed({ paper, id, filename }: Attachment) {
    const print = printers[paper];
    if (print === undefined) throw new Error(`There is no printer for ${paper}`);
    return { filename, content: await print(id) };
  }

  async function sendOne(row: ClaimedRow): Promise<void> {
    try {
      const { id, recipient, subject, traceparent, replyTo } = row;
      const { html, text } =
        row.sealed === null ? { html: row.html ?? '', text: row.text ?? '' } : bodies.open(id, row.sealed);
      const attachments = await Promise.all(row.attachments.map(printed));
      await transport.send({ id, recipient, subject, html, text, attachments, replyTo, traceparent });
    } catch (error) {
      const problem = messageOf(error);
      const dead = error instanceof MailRefused || row.attempts >= MAX_ATTEMPTS;
      log.warn({ mail: row.id, attempts: row.attempts, dead, problem }, 'mail not sent');
      await pool.query(
        `UPDATE ${OUTBOX_TABLE} SET status = $2, next_attempt_at = $3, last_error = $4 WHERE id = $1 AND status = 'queued'`,
        [
          row.id,
          dead ? 'dead' : 'queued',
          dead ? null : new Date(now().getTime() + waitAfter(row.attempts)),
          problem,
        ],
      );
      return;
    }
    await pool.query(
      `UPDATE ${OUTBOX_TABLE} SET status = 'sent', sent_at = $2, next_attempt_at = NULL, last_error = NULL,
         sealed = NULL, secret_until = NULL
       WHERE id = $1`,
      [row.id, now()],
    );
  }
}
