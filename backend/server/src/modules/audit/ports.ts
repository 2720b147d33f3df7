import type { RecordedEvent } from '@portal/event-store';
import type { Letterhead } from '../../platform/pdf/renderPdf.ts';
import type { ReadPorts } from '../../platform/readPorts.ts';

export interface AuditRoutePorts extends ReadPorts {
  readonly letterhead: Letterhead;
  /** The stored events of these streams, personal fields encrypted, as hashed by the chain. */
  readStored(streams: readonly string[]): Promise<readonly (readonly RecordedEvent[])[]>;
}
