import type { Queryable } from '@portal/projections';
import type { CommandPorts } from '../commands/portalCommands.ts';
import type { LoginLimits } from '../edge/loginLimits.ts';

/** What the routes are given; made once by compose. */
export interface RoutePorts {
  readonly commands: CommandPorts;
  /** Where queries run. */
  readonly db: Queryable;
  /** The billing day it is now. */
  today(): string;
  readonly loginLimits: LoginLimits;
}
