import type { Pool } from 'pg';
import type { CsvDownload } from '../../platform/csv/csv.ts';
import type { Print } from '../../platform/pdf/printer.ts';
import type { ReadPorts } from '../../platform/readPorts.ts';

export interface ReportPorts extends ReadPorts {
  readonly print: Print;
  readonly writeCsv: CsvDownload;
  /** Where reports are read through a cursor. */
  readonly pool: Pool;
}
