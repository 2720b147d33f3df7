import type { Pool } from 'pg';
import type { Letterhead } from '../../platform/pdf/renderPdf.ts';
import type { ReadPorts } from '../../platform/readPorts.ts';

export interface ReportPorts extends ReadPorts {
  /** The head of every paper that is printed. */
  readonly letterhead: Letterhead;
  /** For downloads that read page by page on a connection of their own. */
  readonly pool: Pool;
}
