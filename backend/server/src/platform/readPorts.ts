import type { Queryable } from '@portal/projections';
import type { PortalEnvelope } from '../kernel/execute.ts';

/** What routes read with. */
export interface ReadPorts {
  readonly db: Queryable;
  /** The events of a record's own stream, oldest first; personal fields readable, unless nobody needs them. */
  readStream(stream: string, options?: { readonly personal?: boolean }): Promise<readonly PortalEnvelope[]>;
  /** Our Clock. */
  now(): Date;
  /** The billing day it is now. */
  today(): string;
  /** BILLING_TZ: where days begin, and the clock of times in texts. */
  readonly timeZone: string;
}
