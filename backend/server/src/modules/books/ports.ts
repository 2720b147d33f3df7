import type { MaintenanceTask } from '@portal/contract';
import type { Projections } from '@portal/projections';
import type { Pool } from 'pg';
import type { CommandPorts } from '../../kernel/commandPorts.ts';
import type { CsvDownload } from '../../platform/csv/csv.ts';
import type { ReadPorts } from '../../platform/readPorts.ts';
import type { BillingPorts } from '../billing/module.ts';

export interface BooksPorts extends ReadPorts {
  readonly writeCsv: CsvDownload;
  /** Where a journal is read through a cursor. */
  readonly pool: Pool;
  readonly commands: CommandPorts;
  readonly billing: BillingPorts;
  readonly projections: Pick<Projections, 'status'>;
  /** Verifications of the log. */
  readonly maintenanceTasks: { newest(limit: number): Promise<readonly MaintenanceTask[]> };
}
