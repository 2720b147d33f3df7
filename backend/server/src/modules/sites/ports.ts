import type { CommandPorts } from '../../kernel/commandPorts.ts';
import type { ReadPorts } from '../../platform/readPorts.ts';
import type { Payments } from '../payments/module.ts';
import type { UserCommandPorts } from '../users/module.ts';

export interface SitePorts extends ReadPorts {
  readonly commands: SiteCommandPorts;
  /** Takes money by card. */
  readonly payments: Payments;
}

export type SiteCommandPorts = CommandPorts & Pick<UserCommandPorts, 'usernameHash'>;
