import type { Projections, VerifiedLog, VerifyOptions } from '@portal/projections';
import type { Pool } from 'pg';
import type { Outbox } from '../../platform/mail/outbox.ts';
import type { ReadPorts } from '../../platform/readPorts.ts';
import type { AdminSecondFactor } from '../users/module.ts';
import type { Alerts } from './alerts.ts';
import type { PortalSettingsStore } from './portalSettings.ts';
import type { MaintenanceTasks } from './tasks.ts';

export interface OperationPorts extends ReadPorts {
  readonly pool: Pool;
  readonly outbox: Outbox;
  readonly portalSettings: PortalSettingsStore;
  /** Tells open pages that rows changed which no projection feeds. */
  announce(name: string): Promise<void>;
  /** Whether the environment lets administrators work without a second factor. */
  readonly adminSecondFactor: AdminSecondFactor;
  readonly alerts: Pick<Alerts, 'lookAgain'>;
  readonly maintenance: MaintenancePorts;
}

export interface MaintenancePorts {
  readonly tasks: MaintenanceTasks;
  readonly projections: Projections;
  /** Compares the whole log with its index. */
  verify(options: VerifyOptions): Promise<VerifiedLog>;
}
