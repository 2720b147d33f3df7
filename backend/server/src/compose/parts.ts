import type { Resources } from '@portal/contract';
import type Koa from 'koa';
import type { CommandPorts } from '../commands/portalCommands.ts';
import type { Idempotency } from '../edge/idempotency.ts';
import type { Route } from '../edge/route.ts';
import type { Erasure } from '../erasure/erasure.ts';
import type { Follower } from '../followers/follower.ts';
import type { Duties } from '../jobs/duties.ts';
import type { PortalMail } from '../mail/createMail.ts';
import type { PortalSettingsStore } from '../portalSettings/portalSettings.ts';
import type { ChangeFeed } from '../routes/events.ts';
import type { Databases } from './databases.ts';
import type { EventLog } from './eventLog.ts';
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
  readonly commands: CommandPorts;
  /** How many processes and reactions can't get past an event; 0 where none runs. */
  readonly stuckProcesses: () => Promise<number>;
  readonly money: Money;
  readonly portalSettings: PortalSettingsStore;
  readonly mail: PortalMail;
  readonly signIn: SignIn;
  readonly erasure: Erasure;
  /** What follows the log beside processes and reactions. */
  readonly followers: readonly Follower[];
  readonly watch: Watch;
  readonly routes: readonly Route[];
  /** Tells open pages what changed, and holds their requests open until it is closed. */
  readonly feed: ChangeFeed;
  readonly idempotency: Idempotency;
  readonly edge: Koa;
  readonly duties: Duties;
}
