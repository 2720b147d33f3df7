import type { RecordedEvent } from '@portal/event-store';
import type { Letterhead } from '../../platform/pdf/renderPdf.ts';
import type { ReadPorts } from '../../platform/readPorts.ts';

export interface AuditRoutePorts extends ReadPorts {
  /** The head of every paper that is printed. */
  readonly letterhead: Letterhead;
  /** The events of a stream as they are stored, personal fields encrypted: what the chain's hashes are made of. */
  readStored(stream: string): Promise<readonly RecordedEvent[]>;
}
