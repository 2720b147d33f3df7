import type { AlertKind, PortalSettings } from '@portal/contract';
import type { EventStore } from '@portal/event-store';
import type { Projections, Queryable } from '@portal/projections';
import type { BillingPorts } from '../billing/module.ts';
import type { CardProviders, ProviderEvents } from '../payments/module.ts';
import type { MaintenanceTasks } from './tasks.ts';

/** A current problem. Texts hold no personal data, because alerts outlive erasures. */
export interface Finding {
  /** Subject within the kind; one alert per subject. '' for kinds with one subject. */
  readonly subject: string;
  readonly severity: 'critical' | 'warning';
  /** One sentence. */
  readonly title: string;
  readonly todo: string;
  /** A page of the administration, relative. */
  readonly link: { readonly path: string; readonly label: string };
  /** A change lapses acknowledgements: the problem has grown. */
  readonly mark?: string;
  /** It must last this long before it counts; default: at once. */
  readonly afterMs?: number;
  /** An event has already mailed administrators; reminders follow. */
  readonly isToldAlready?: boolean;
}

export interface Found {
  readonly kind: AlertKind;
  /** Name of the check if several share a kind. */
  readonly name: string;
  readonly findings: readonly Finding[];
  /** Subjects that were checked; undefined for all of the kind. Other portals check others. */
  readonly subjects?: readonly string[] | undefined;
}

export type MachineFindings = Required<Pick<Found, 'findings' | 'subjects'>>;

/** A check by one portal at a time, or of every machine. A rejection means unknown: open alerts stay open. */
export interface Check {
  readonly kind: AlertKind;
  look(signal: AbortSignal): Promise<readonly Finding[] | Pick<Found, 'findings' | 'subjects'>>;
}

export const SYSTEM = { path: '/system', label: 'Open System' };

/** A list of the administration with a filter. */
export const listLink = (list: string, filter: object, label: string): Finding['link'] => ({
  path: `/${list}?filter=${encodeURIComponent(JSON.stringify(filter))}`,
  label,
});

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
