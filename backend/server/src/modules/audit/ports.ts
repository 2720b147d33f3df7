import type { RecordedEvent } from '@portal/event-store';
import type { CommandPorts } from '../../kernel/commandPorts.ts';
import type { Print } from '../../platform/pdf/printer.ts';
import type { ReadPorts } from '../../platform/readPorts.ts';

export interface AuditRoutePorts extends ReadPorts {
  readonly commands: Pick<CommandPorts, 'execute'>;
  readonly print: Print;
  /** The stored events of these streams, personal fields encrypted, as hashed by the chain. */
  readStored(streams: readonly string[]): Promise<readonly (readonly RecordedEvent[])[]>;
}
