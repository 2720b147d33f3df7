import type { Pool } from 'pg';
import type { Print } from '../../platform/pdf/printer.ts';
import type { ReadPorts } from '../../platform/readPorts.ts';

export interface ReportPorts extends ReadPorts {
  readonly print: Print;
  /** For downloads that read through a cursor. */
  readonly pool: Pool;
}
