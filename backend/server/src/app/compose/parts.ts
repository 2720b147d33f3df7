import type { Resources } from '@portal/contract';
import type Koa from 'koa';
import type { Erasure } from '../../modules/erasure/erasure.ts';
import type { PortalSettingsStore } from '../../modules/operations/portalSettings.ts';
import type { UserCommandPorts } from '../../modules/users/ports.ts';
import type { Follower } from '../../platform/followers/follower.ts';
import type { ChangeFeed } from '../../platform/http/changeFeed.ts';
import type { Idempotency } from '../../platform/http/idempotency.ts';
import type { Route } from '../../platform/http/route.ts';
import type { Duties } from '../../platform/jobs/jobs.ts';
import type { Databases } from './databases.ts';
import type { EventLog } from './eventLog.ts';
import type { PortalMail } from './mail.ts';
import type { Money } from './money.ts';
import type { Monitoring } from './monitoring.ts';
import type { ReadModels } from './readModels.ts';
import type { SignIn } from './signIn.ts';
import type { Watch } from './watch.ts';

/** What a portal is put together from. Each part is built from some of those above it (`../compose.ts`). */
export interface Parts {
  readonly resources: Resources;
  readonly databases: Databases;
  readonly monitoring: Monitoring;
  readonly eventLog: EventLog;
  readonly readModels: ReadModels;
  readonly commands: UserCommandPorts;
  /** How many processes and notifications can't get past an event; 0 where none runs. */
  readonly stuckProcesses: () => Promise<number>;
  readonly money: Money;
  readonly portalSettings: PortalSettingsStore;
  readonly mail: PortalMail;
  readonly signIn: SignIn;
  readonly erasure: Erasure;
  /** What follows the log beside processes and notifications. */
  readonly followers: readonly Follower[];
  readonly watch: Watch;
  readonly routes: readonly Route[];
  /** Tells open pages what changed, and holds their requests open until it is closed. */
  readonly feed: ChangeFeed;
  readonly idempotency: Idempotency;
  readonly edge: Koa;
  readonly duties: Duties;
}
