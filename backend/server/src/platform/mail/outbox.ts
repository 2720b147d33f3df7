import { conflict, notFound, unprocessable } from '@portal/domain';
import { inTransaction } from '@portal/projections';
import type pg from 'pg';
import { v7 } from 'uuid';
import type { Letter, Sender } from './letter.ts';
import { OUTBOX_TABLE } from './outboxTable.ts';
import { renderLetter } from './renderLetter.ts';
import type { SealedBodies } from './sealedBodies.ts';

/** A letter to a recipient. */
export interface Posting {
  /** Id of the event or request that caused it. */
  readonly cause: string;
  /** E.g. `dealerApproved`; cause, kind and recipient are unique. */
  readonly kind: string;
  readonly recipient: string;
  readonly letter: Letter;
  /** The recipient's user id; null for other addresses. */
  readonly userId: string | null;
  /** The account that it concerns; null for none. */
  readonly accountId: string | null;
  /** For a letter with a secret: its text is stored encrypted, never shown, and deleted once sent, or at this time. */
  readonly secretUntil?: Date;
  readonly attachments?: readonly Attachment[];
}

/** An attachment: a reference to a document that is rendered when the mail is sent, from facts that don't change. */
export interface Attachment {
  /** The kind of document, a key of `Printers`, and the record's id. */
  readonly paper: string;
  readonly id: string;
  /** E.g. `INV-202612-0001.pdf`. */
  readonly filename: string;
}

export type Outbox = ReturnType<typeof createOutbox>;

/** Retention of a mail, in days. */
export const KEEP_DAYS = 180;

export interface OutboxOptions {
  readonly pool: pg.Pool;
  readonly now: () => Date;
  readonly sender: Sender;
  /** Whether a mail server is configured; without one mails are stored as `kept`. */
  readonly sends: boolean;
  /** Called when a mail was queued. */
  readonly posted: () => void;
  readonly bodies: SealedBodies;
  /**
   * Writes a mail with a new secret, in the transaction that queues it.
   * @returns null if the recipient may not have one any more
   */
  readonly renew?:
    | ((mail: SecretMail, transaction: pg.ClientBase) => Promise<RenewedLetter | null>)
    | undefined;
  /** Called with a mail with a secret if there is no mail server: its text is not stored. */
  readonly unsent?: ((mail: UnsentMail) => void) | undefined;
  /** The current span, for traces; null for none. */
  readonly traceparent?: (() => string | null) | undefined;
}

/** A mail that gets a new secret. */
export interface SecretMail {
  readonly kind: string;
  readonly recipient: string;
  readonly userId: string | null;
}

export type RenewedLetter = Required<Pick<Posting, 'letter' | 'secretUntil'>>;

export interface UnsentMail {
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
}

/** Erased people have no readable address. */
const ADDRESS = /^[^\s@]+@[^\s@]+$/;

/** The outbox in PostgreSQL. Each mail is sent at least once, even if a process dies. */
export function createOutbox(options: OutboxOptions) {
  const { pool, now, sender, sends, posted, bodies, renew, unsent, traceparent } = options;

  async function renewedSecret(id: string, mail: SecretMail, transaction: pg.ClientBase) {
    const renewed = (await renew?.(mail, transaction)) ?? null;
    if (renewed === null) throw unprocessable('The recipient is no longer a user with this email address.');
    const { html, text } = await renderLetter(renewed.letter, sender);
    return { sealed: bodies.seal(id, { html, text }), secretUntil: renewed.secretUntil };
  }

  /**
   * Puts a mail into the outbox in a transaction of the caller, once per cause, kind and recipient.
   * @returns to be called once it is committed: sends the mail, or prints it without a mail server
   */
  async function postIn(transaction: Pick<pg.ClientBase, 'query'>, posting: Posting): Promise<() => void> {
    const { cause, kind, recipient, letter, userId, accountId, secretUntil, attachments = [] } = posting;
    if (!ADDRESS.test(recipient)) return () => {};
    const { subject, html, text } = await renderLetter(letter, sender);
    const at = now();
    const id = v7();
    const isSecret = secretUntil !== undefined;
    const { rowCount } = await transaction.query({
      name: 'mail-post',
      text: `INSERT INTO ${OUTBOX_TABLE} (id, cause, kind, recipient, user_id, account_id, status, subject, html, text,
         next_attempt_at, secret_until, created_at, search, attachments, traceparent, is_secret, sealed, reply_to)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, lower($14), $15, $16, $17, $18, $19)
       ON CONFLICT (cause, kind, recipient) DO NOTHING`,
      values: [
        id,
        cause,
        kind,
        recipient,
        userId,
        accountId,
        sends ? 'queued' : 'kept',
        subject,
        isSecret ? null : html,
        isSecret ? null : text,
        sends ? at : null,
        sends ? secretUntil : null,
        at,
        `${recipient} ${subject} ${kind}`,
        JSON.stringify(attachments),
        traceparent?.() ?? null,
        isSecret,
        isSecret && sends ? bodies.seal(id, { html, text }) : null,
        letter.replyTo ?? null,
      ],
    });
    return () => {
      if (sends) posted();
      else if (isSecret && rowCount === 1) unsent?.({ recipient, subject, text });
    };
  }

  return {
    postIn,
    post: async (posting: Posting): Promise<void> => (await postIn(pool, posting))(),

    /** Records that a letter could not be written, as a dead mail with the reason. */
    async recordFailure(
      { cause, kind, accountId }: Pick<Posting, 'cause' | 'kind' | 'accountId'>,
      problem: string,
    ): Promise<void> {
      await pool.query(
        `INSERT INTO ${OUTBOX_TABLE} (id, cause, kind, recipient, account_id, status, subject, last_error, created_at, search)
         VALUES ($1, $2, $3, '', $4, 'dead', 'This mail could not be written', $5, $6, lower($3))
         ON CONFLICT (cause, kind, recipient) DO NOTHING`,
        [v7(), cause, kind, accountId, problem, now()],
      );
    },

    /**
     * Queues a dead mail again: same address and id, all its tries; with a new secret if it has one.
     * @throws BusinessRefusal not_found; conflict if it is not dead or there is no mail server; unprocessable if its text was
     *   not stored and can't be renewed
     */
    async sendAgain(id: string): Promise<void> {
      const at = now();
      await inTransaction(pool, async (transaction) => {
        // a concurrent call waits here and then finds the mail queued
        const { rows } = await transaction.query<
          SecretMail & { status: string; html: string | null; isSecret: boolean }
        >(
          `SELECT status, html, kind, recipient, user_id AS "userId", is_secret AS "isSecret"
           FROM ${OUTBOX_TABLE} WHERE id::text = $1 FOR UPDATE`,
          [id],
        );
        const [mail] = rows;
        if (mail === undefined) throw notFound('Email not found');
        if (mail.status !== 'dead') throw conflict('Only a failed email can be sent again.');
        if (!mail.isSecret && mail.html === null)
          throw unprocessable('The text of this email was not stored, so it can’t be sent again.');
        if (!sends) throw conflict('No mail server is set up. This email can only be read here.');
        const renewed = mail.isSecret ? await renewedSecret(id, mail, transaction) : null;
        await transaction.query(
          `UPDATE ${OUTBOX_TABLE} SET status = 'queued', attempts = 0, next_attempt_at = $2, sealed = $3, secret_until = $4
           WHERE id::text = $1`,
          [id, at, renewed?.sealed, renewed?.secretUntil],
        );
      });
      posted();
    },

    /** Deletes expired secrets, and mails older than {@link KEEP_DAYS} days that are not queued. */
    async purge(): Promise<void> {
      const at = now();
      await pool.query(
        `UPDATE ${OUTBOX_TABLE} SET sealed = NULL, secret_until = NULL, next_attempt_at = NULL,
           status = CASE status WHEN 'queued' THEN 'dead' ELSE status END,
           last_error = CASE status WHEN 'queued' THEN 'The link ran out before the mail could be sent' ELSE last_error END
         WHERE secret_until <= $1`,
        [at],
      );
      await pool.query(`DELETE FROM ${OUTBOX_TABLE} WHERE status <> 'queued' AND created_at < $1`, [
        new Date(at.getTime() - KEEP_DAYS * 86_400_000),
      ]);
    },
  };
}
