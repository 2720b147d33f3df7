import type { Projections, VerifiedLog, VerifyOptions } from '@portal/projections';
import type { StripeSimulator } from '@portal/stripe-simulator';
import type { Logger } from 'pino';
import type { BillingPorts } from '../modules/billing/module.ts';
import type { Erasure } from '../modules/erasure/module.ts';
import type { DiskSpace } from '../modules/operations/module.ts';
import type { Payments } from '../modules/payments/module.ts';
import type { UserCommandPorts } from '../modules/users/module.ts';
import type { Database } from '../platform/database/openDatabase.ts';
import type { PublicCallLimits } from '../platform/http/publicLimits.ts';
import type { Route } from '../platform/http/route.ts';
import type { UnsentMail } from '../platform/mail/outbox.ts';
import type { MailTransport } from '../platform/mail/sender.ts';

/** What tests, the demo and the bench replace. */
export interface PortalOverrides {
  /** Our Clock: every `recordedAt` and every billing day comes from it. */
  readonly now?: () => Date;
  readonly log?: Logger;
  /** Beside a portal that runs on the same DATA_DIR: uses its PostgreSQL and leaves it running. */
  readonly sharesDatabase?: boolean;
  /** bcrypt's cost, 12 in earnest. */
  readonly bcryptCost?: number;
  /** The built frontend; default frontend/dist. */
  readonly pagesDir?: string;
  readonly progress?: StartupProgress;
  /** Instead of the mail server at SMTP_URL. */
  readonly mailTransport?: MailTransport;
  /** Prints a mail with a secret where there is no mail server, outside production; default: nobody sees it. */
  readonly printMail?: (mail: UnsentMail) => void;
  /** Lets the embedded Stripe simulator play the production account too. */
  readonly simulateLive?: boolean;
  /** How long a call to the card provider may take, in milliseconds. */
  readonly cardTimeoutMs?: number;
  /** What the alerts look at beside the database: disks, and the machine's clock. */
  readonly machine?: {
    diskSpace?(folder: string): Promise<DiskSpace | null>;
    clock?(): Date;
  };
  /** How long an answer waits for the read models to show what its command did, in milliseconds; 2,000 in earnest. */
  readonly freshnessMs?: number;
  /** How long an erasure's follower waits until no portal has in memory any more what the keys opened. */
  readonly keysKeptMs?: number;
  /** Instead of the limits on calls without a session. */
  readonly publicCallLimits?: PublicCallLimits;
}

/** Told what takes its time at start-up. */
export interface StartupProgress {
  step(text: string): void;
  replaying(done: number, total: number): void;
}

export interface Portal {
  /** Everything up and, with the role `api`, serving. Rejects with an error of one line. */
  start(): Promise<void>;
  /** Drains within 10 s: no new requests, running ones finish, leases are freed, PostgreSQL stops last. Idempotent. */
  stop(): Promise<void>;
  /** Where it listens, e.g. `http://127.0.0.1:3000`; known once started. */
  readonly url: string;
  /** The first administrator's password when this start made it up; to be printed once. */
  readonly generatedPassword: string | null;
  /** The route table, for tests that go through all of it. */
  readonly routes: readonly Route[];
  /** For the demo and the bench, which fill the log through the real commands. */
  readonly commands: UserCommandPorts;
  readonly projections: Projections;
  /** Compares the whole log with its index and its seals. */
  verifyLog(options: VerifyOptions): Promise<VerifiedLog>;
  readonly database: Database;
  /** For the billing command line, the demo and the bench. */
  readonly billing: BillingPorts;
  readonly payments: Payments;
  /** For the command line that erases personal data. */
  readonly erasure: Erasure;
  /** The embedded Stripe simulator; null where another portal runs it, or none. */
  readonly simulator: StripeSimulator | null;
  /** Runs every job there and then, for tests and the demo; with any role. */
  tick(): Promise<void>;
}
