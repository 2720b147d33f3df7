import type { MaintenanceTask } from '@portal/contract';
import type { Projections } from '@portal/projections';
import type { Pool } from 'pg';
import type { CommandPorts } from '../../kernel/commandPorts.ts';
import type { CsvDownload } from '../../platform/csv/csv.ts';
import type { ReadPorts } from '../../platform/readPorts.ts';
import type { BillingPorts } from '../billing/module.ts';
import type { Payments } from '../payments/module.ts';

export interface BooksPorts extends ReadPorts {
  readonly commands: CommandPorts;
  /** Closes open card forms of invoices that a bank line pays. */
  readonly payments: Pick<Payments, 'withdraw'>;
  readonly writeCsv: CsvDownload;
  /** Where a journal is read through a cursor. */
  readonly pool: Pool;
  readonly billing: BillingPorts;
  readonly projections: Pick<Projections, 'status'>;
  /** Verifications of the log. */
  readonly maintenanceTasks: { newest(limit: number): Promise<readonly MaintenanceTask[]> };
}
