import type { Resources } from '@portal/contract';
import type { Queryable } from '@portal/projections';
import type { CommandPorts } from '../commands/portalCommands.ts';
import type { LoginLimits } from '../edge/loginLimits.ts';
import type { PublicLimits } from '../edge/publicLimits.ts';
import type { ResetTokens } from '../passwordReset/resetTokens.ts';
import type { SecondFactors } from '../secondFactor/secondFactors.ts';
import type { AdminSecondFactor } from '../settings.ts';

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
  readonly secondFactors: SecondFactors;
  /** Whether administrators may work without a second factor. */
  readonly adminSecondFactor: AdminSecondFactor;
  /** What GET /api/resources answers. */
  readonly resources: Resources;
}
