import type { CommandPorts } from '../../kernel/commandPorts.ts';
import type { CsvDownload } from '../../platform/csv/csv.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import type { Print } from '../../platform/pdf/printer.ts';
import type { ReadPorts } from '../../platform/readPorts.ts';
import type { Payments } from '../payments/module.ts';

export interface InvoicePorts extends ReadPorts {
  readonly commands: CommandPorts;
  /** Takes money by card. */
  readonly payments: Payments;
  readonly print: Print;
  readonly writeCsv: CsvDownload;
  /** For mails without an event. */
  readonly outbox: Outbox;
  /** The address of a page, e.g. `/login`; the host is PUBLIC_URL's. */
  page(path: string): string;
}
