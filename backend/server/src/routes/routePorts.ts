import type { Resources } from '@portal/contract';
import type { Queryable } from '@portal/projections';
import type { CommandPorts } from '../commands/portalCommands.ts';
import type { LoginLimits } from '../edge/loginLimits.ts';
import type { PublicLimits } from '../edge/publicLimits.ts';
import type { ResetTokens } from '../passwordReset/resetTokens.ts';

/** What the routes are given; made once by compose. */
export interface RoutePorts {
  readonly commands: CommandPorts;
  /** Where queries run. */
  readonly db: Queryable;
  /** The billing day it is now. */
  today(): string;
  readonly loginLimits: LoginLimits;
  readonly publicLimits: PublicLimits;
  readonly resetTokens: ResetTokens;
  /** What GET /api/resources answers. */
  readonly resources: Resources;
}
