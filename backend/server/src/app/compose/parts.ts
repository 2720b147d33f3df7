import type { Resources } from '@portal/contract';
import type { EventMetadata, PortalEvent } from '@portal/domain';
import type { Codec, EventStore, KeyRing, Position, RecordedEvent } from '@portal/event-store';
import type { Projections, VerifiedLog, VerifyOptions } from '@portal/projections';
import type { Execute, Load, ReadStream, StateAt, StateBefore } from '../../kernel/execute.ts';
import type { BillingPorts } from '../../modules/billing/module.ts';
import type { Erasure } from '../../modules/erasure/module.ts';
import type { Alerts, MaintenanceTasks, PortalSettingsStore } from '../../modules/operations/module.ts';
import type {
  AttemptEnds,
  CardProviders,
  createReconciler,
  Payments,
  ProviderEvents,
  RefundRetries,
  Refunds,
  SavedCards,
} from '../../modules/payments/module.ts';
import type {
  CallerOf,
  FindCaller,
  LoginLimits,
  PasswordResets,
  SecondFactorPolicy,
  SecondFactors,
  SessionStore,
  UserCommandPorts,
} from '../../modules/users/module.ts';
import type { Database } from '../../platform/database/openDatabase.ts';
import type { Follower } from '../../platform/followers/runFollowers.ts';
import type { ChangeFeed } from '../../platform/http/changeFeed.ts';
import type { Idempotency } from '../../platform/http/idempotency.ts';
import type { PublicLimits } from '../../platform/http/publicLimits.ts';
import type { Route } from '../../platform/http/route.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Mail } from '../../platform/mail/createMail.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import type { ReadStreams } from '../../platform/readPorts.ts';
import type { Tracing } from '../../platform/tracing/tracing.ts';
import type { InstallationKeys } from '../installationKeys.ts';
import type { Postgres } from './postgres.ts';

/** The portal's connections to its PostgreSQL. */
export interface Databases extends Postgres {
  /** For requests, commands and jobs. */
  readonly database: Database;
  /** For projections, so that neither waits for connections of the other. */
  readonly forProjections: Database;
}

export interface Monitoring {
  readonly metrics: Metrics;
  /** Null unless traces are configured. */
  readonly tracing: Tracing | null;
}

/** The log, the keys of its personal data, and the executor of commands. */
export interface EventLog {
  readonly store: EventStore;
  readonly codec: Codec<PortalEvent, EventMetadata>;
  readonly keyRing: KeyRing;
  readonly keys: InstallationKeys;
  readonly execute: Execute;
  readonly load: Load;
  readonly stateBefore: StateBefore;
  readonly stateAt: StateAt;
  readonly readStream: ReadStream;
  readonly readStreams: ReadStreams;
  /** Streams as they are stored, personal fields encrypted; in the order of the names. */
  readStored(streams: readonly string[]): Promise<readonly (readonly RecordedEvent[])[]>;
  compare(a: Position, b: Position): number;
}

export interface ReadModels {
  readonly projections: Projections;
  /** Waits until these have caught up with the log. @throws ReadModelsBehind */
  upToDate(names: readonly string[]): Promise<void>;
  /** Compares the whole log with its index and seals. */
  verifyLog(options: VerifyOptions): Promise<VerifiedLog>;
  /** Drops the tables of replaced generations. */
  dropReplaced(): Promise<unknown>;
}

export interface Money {
  readonly cards: CardProviders;
  readonly payments: Payments;
  readonly savedCards: SavedCards;
  readonly refunds: Refunds;
  readonly refundRetries: RefundRetries;
  readonly attemptEnds: AttemptEnds;
  readonly providerEvents: ProviderEvents;
  readonly reconcile: ReturnType<typeof createReconciler>;
  readonly billing: BillingPorts;
}

export interface PortalMail extends Mail {
  readonly passwordResets: PasswordResets;
}

/** Authentication, second factor, permissions, limits on attempts. */
export interface SignIn {
  readonly sessionStore: SessionStore;
  readonly secondFactors: SecondFactors;
  readonly secondFactorPolicy: SecondFactorPolicy;
  readonly findCaller: FindCaller;
  readonly callerOf: CallerOf;
  readonly loginLimits: LoginLimits;
  readonly publicLimits: PublicLimits;
}

export interface Watch {
  readonly alerts: Alerts;
  readonly maintenanceTasks: MaintenanceTasks;
}

/** The parts of a running portal. Each is built from earlier ones. */
export interface Parts {
  readonly resources: Resources;
  readonly databases: Databases;
  readonly monitoring: Monitoring;
  readonly eventLog: EventLog;
  readonly readModels: ReadModels;
  readonly commands: UserCommandPorts;
  readonly processFollowers: readonly Follower[];
  readonly money: Money;
  readonly mail: PortalMail;
  readonly portalSettings: PortalSettingsStore;
  readonly signIn: SignIn;
  readonly erasure: Erasure;
  readonly followers: readonly Follower[];
  readonly watch: Watch;
  readonly feed: ChangeFeed;
  readonly routes: readonly Route[];
  readonly idempotency: Idempotency;
  readonly jobs: Jobs;
}
