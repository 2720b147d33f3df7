import type { Logger } from 'pino';
import type { DiskSpace } from '../modules/operations/module.ts';
import type { startEmbeddedPostgres } from '../platform/embeddedPostgres/startEmbeddedPostgres.ts';
import type { PublicCallLimits } from '../platform/http/publicLimits.ts';
import type { WritesPerMinute } from '../platform/http/writeLimits.ts';
import type { UnsentMail } from '../platform/mail/outbox.ts';
import type { MailTransport } from '../platform/mail/sender.ts';

/** Replaced by tests, the demo and the bench. */
export interface PortalOverrides {
  /** The clock of events and billing days. */
  readonly now?: () => Date;
  readonly log?: Logger;
  /** Shares the PostgreSQL of a portal that runs on the same DATA_DIR. */
  readonly sharesDatabase?: boolean;
  /** Starts the embedded PostgreSQL. */
  readonly startPostgres?: typeof startEmbeddedPostgres | undefined;
  /** bcrypt's cost, 12 in earnest. */
  readonly bcryptCost?: number;
  /** The built frontend; default frontend/dist. */
  readonly pagesDir?: string;
  readonly progress?: StartupProgress;
  /** Instead of the mail server at SMTP_URL. */
  readonly mailTransport?: MailTransport;
  /** Prints mails with secrets if there is no mail server, outside production. */
  readonly printMail?: (mail: UnsentMail) => void;
  /** Lets the embedded Stripe simulator play the production account too. */
  readonly simulateLive?: boolean;
  /** How long a call to the card provider may take, in milliseconds. */
  readonly cardTimeoutMs?: number;
  /** Disks and clock that alert checks read. */
  readonly machine?: {
    diskSpace?(folder: string): Promise<DiskSpace | null>;
    clock?(): Date;
  };
  /** How long a response waits for read models, in milliseconds; default 2,000. */
  readonly freshnessMs?: number;
  /** How long an erasure waits until no portal holds the keys in memory, in milliseconds. */
  readonly keysKeptMs?: number;
  /** How often requested reset links are looked for, in milliseconds; default 1,000. */
  readonly resetPollMs?: number;
  /** Instead of the limits on calls without a session. */
  readonly publicCallLimits?: PublicCallLimits;
  /** Instead of the limits on changes by a session. */
  readonly writesPerMinute?: WritesPerMinute;
}

/** Gets the progress of a start. */
export interface StartupProgress {
  step(text: string): void;
  replaying(done: number, total: number): void;
}
