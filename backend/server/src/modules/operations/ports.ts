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
  /** Notifies open pages of changed rows without a projection. */
  announce(name: string): Promise<void>;
  /** ADMIN_SECOND_FACTOR. */
  readonly adminSecondFactor: AdminSecondFactor;
  readonly alerts: Pick<Alerts, 'lookAgain'>;
  readonly maintenanceTasks: MaintenanceTasks;
  readonly projections: Projections;
  verifyLog(options: VerifyOptions): Promise<VerifiedLog>;
}
