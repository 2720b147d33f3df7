import type { PortalSettings } from '@portal/contract';
import type { EventStore } from '@portal/event-store';
import type { Projections, Queryable } from '@portal/projections';
import type { BillingPorts } from '../../billing/module.ts';
import type { Cards, ProviderEvents } from '../../payments/module.ts';
import type { AlertCheck, MachineCheck } from '../check.ts';
import type { MaintenanceTasks } from '../tasks.ts';
import { billingRunsCheck, parkedAccountsCheck } from './billing.ts';
import { deadMailCheck } from './deadMail.ts';
import {
  damagedRecordsCheck,
  type FollowerState,
  logProofCheck,
  projectionLagCheck,
  stuckProcessesCheck,
} from './log.ts';
import { clockCheck, type DiskSpace, lowDiskCheck, untrustedProxyCheck } from './machine.ts';
import { moneyWithoutUserCheck } from './moneyWithoutUser.ts';
import {
  cardDisputesCheck,
  failedRefundsCheck,
  providerRefundsCheck,
  stuckPaymentsCheck,
  webhooksCheck,
} from './payments.ts';

interface CheckPorts {
  readonly billing: BillingPorts;
  readonly db: Queryable;
  readonly projections: Pick<Projections, 'status'>;
  readonly providerEvents: Pick<ProviderEvents, 'stuck'>;
  readonly tasks: Pick<MaintenanceTasks, 'newest'>;
  /** The provider of a mode; null where it has no credentials. */
  cardsFor(livemode: boolean): Cards | null;
  followers(): Promise<readonly FollowerState[]>;
  settings(): Promise<PortalSettings>;
  /** Our Clock. */
  now(): Date;
  /** The billing day it is. */
  today(): string;
}

/** The checks of the portal, one per kind of alert. */
export function alertChecks(ports: CheckPorts): readonly AlertCheck[] {
  const { billing, db, projections, providerEvents, settings, now } = ports;
  const cardsFor = (livemode: boolean) => ports.cardsFor(livemode);
  return [
    billingRunsCheck(billing),
    deadMailCheck(db, now),
    webhooksCheck({ db, cardsFor, stuck: () => providerEvents.stuck(), settings, now }),
    stuckPaymentsCheck({ db, cardsFor, now }),
    failedRefundsCheck(db, now),
    cardDisputesCheck(db),
    providerRefundsCheck(db, now),
    moneyWithoutUserCheck(db),
    parkedAccountsCheck(projections),
    stuckProcessesCheck(() => ports.followers()),
    projectionLagCheck(projections, settings),
    logProofCheck(ports),
  ];
}

interface MachinePorts extends Pick<CheckPorts, 'db' | 'settings'> {
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

/** Checks that every portal runs, of its own machine and of what it has read. */
export const machineChecks = (ports: MachinePorts): readonly MachineCheck[] => [
  lowDiskCheck(ports),
  clockCheck(ports.db, ports.clock, ports.host),
  damagedRecordsCheck(ports),
  untrustedProxyCheck(ports.untrustedProxy, ports.host),
];
