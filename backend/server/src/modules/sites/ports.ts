import type { CommandPorts } from '../../kernel/commandPorts.ts';
import type { ReadPorts } from '../../platform/readPorts.ts';
import type { Payments } from '../payments/module.ts';
import type { UserCommandPorts } from '../users/module.ts';

/** What the routes of sites are given. */
export interface SitePorts extends ReadPorts {
  readonly commands: SiteCommandPorts;
  /** Takes money by card. */
  readonly payments: Payments;
}

/** What commands about sites are given. */
export type SiteCommandPorts = CommandPorts & Pick<UserCommandPorts, 'usernameHash'>;
