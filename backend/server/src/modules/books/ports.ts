import type { Pool } from 'pg';
import type { CsvDownload } from '../../platform/csv/csv.ts';
import type { ReadPorts } from '../../platform/readPorts.ts';

export interface BooksPorts extends ReadPorts {
  readonly writeCsv: CsvDownload;
  /** Where a journal is read through a cursor. */
  readonly pool: Pool;
}
