import type pg from 'pg';
import type { Logger } from 'pino';
import type { Outbox, OutboxOptions } from '../../../platform/mail/outbox.ts';
import { createResetTokens, type ResetTokens } from './resetTokens.ts';
import { type ResetAddressee, renewResetLetter, startResponder } from './responder.ts';

export interface PasswordResetsOptions {
  readonly pool: pg.Pool;
  readonly now: () => Date;
  readonly log: Logger;
  /** Where people reach the portal, without a slash at the end. */
  readonly publicUrl: () => string;
  usersByEmail(email: string): Promise<readonly ResetAddressee[]>;
}

/** Links to set a new password, and the mails that carry them. */
export interface PasswordResets {
  readonly tokens: ResetTokens;
  /** Writes a mail with a reset link anew. */
  readonly renew: NonNullable<OutboxOptions['renew']>;
  /** Answers requests for reset links by mail. @returns how to stop it */
  answer(outbox: Outbox): () => Promise<void>;
}

export function createPasswordResets({
  pool,
  now,
  log,
  publicUrl,
  usersByEmail,
}: PasswordResetsOptions): PasswordResets {
  const tokens = createResetTokens(pool, now);
  const letters = {
    tokens,
    usersByEmail,
    resetUrl: (token: string) => `${publicUrl()}/reset-password?token=${token}`,
  };
  return {
    tokens,
    renew: (mail, transaction) => renewResetLetter(letters, mail, transaction),
    answer: (outbox) => startResponder({ pool, outbox, log, ...letters }).stop,
  };
}
