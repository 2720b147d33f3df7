import type { Pool } from 'pg';
import type { Letterhead } from '../../platform/pdf/renderPdf.ts';
import type { ReadPorts } from '../../platform/readPorts.ts';

export interface ReportPorts extends ReadPorts {
  readonly letterhead: Letterhead;
  /** For downloads that read through a cursor. */
  readonly pool: Pool;
}
