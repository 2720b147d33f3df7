import type { PortalSettings } from '@portal/contract';
import type { EventStore } from '@portal/event-store';
import type { Projections, Queryable } from '@portal/projections';
import type { BillingPorts } from '../../billing/module.ts';
import type { CardProviders, ProviderEvents } from '../../payments/module.ts';
import type { MaintenanceTasks } from '../tasks.ts';

export interface FollowerState {
  readonly name: string;
  /** The event it is stuck on; null if none. */
  readonly stuckOn: string | null;
  /** Whether some portal runs it. */
  readonly isRun: boolean;
}

export interface CheckPorts {
  readonly billing: BillingPorts;
  readonly db: Queryable;
  readonly projections: Pick<Projections, 'status'>;
  readonly providerEvents: Pick<ProviderEvents, 'stuck'>;
  readonly tasks: Pick<MaintenanceTasks, 'newest'>;
  readonly cardsFor: CardProviders['cardsFor'];
  followers(): Promise<readonly FollowerState[]>;
  settings(): Promise<PortalSettings>;
  /** Our Clock. */
  now(): Date;
  /** The billing day it is. */
  today(): string;
}

/** Bytes. */
export interface DiskSpace {
  /** Identifies the disk. */
  readonly device: number;
  readonly free: number;
  readonly total: number;
}

export interface MachinePorts extends Pick<CheckPorts, 'db' | 'settings'> {
  readonly store: Pick<EventStore, 'damagedStreams'>;
  /** Its name. */
  readonly host: string;
  /** Folders the portal and its embedded database write to. */
  readonly folders: readonly string[];
  diskSpace(folder: string): Promise<DiskSpace | null>;
  /** The last proxy that TRUST_PROXY lacks; null for none lately. */
  untrustedProxy(): string | null;
  /** The machine's clock. */
  clock(): Date;
}
