import type { Check, CheckPorts, MachinePorts } from '../check.ts';
import { billingRuns, parkedAccounts } from './billing.ts';
import { damagedRecords, logProof, projectionLag, stuckProcesses } from './log.ts';
import { clockSkew, lowDisk, untrustedProxies } from './machine.ts';
import { deadMail } from './mails.ts';
import {
  cardDisputes,
  moneyWithoutUsers,
  providerRefunds,
  refundsThatFailed,
  stuckPayments,
  webhooks,
} from './payments.ts';

/** The checks of the portal, one per kind of alert. */
export function alertChecks(ports: CheckPorts): readonly Check[] {
  const { db, projections, now } = ports;
  return [
    { kind: 'billing_run', look: billingRuns(ports.billing) },
    { kind: 'dead_mail', look: () => deadMail(db, now()) },
    { kind: 'webhooks', look: () => webhooks(ports) },
    { kind: 'stuck_payment', look: stuckPayments(ports) },
    { kind: 'failed_refund', look: () => refundsThatFailed(db, now()) },
    { kind: 'card_dispute', look: () => cardDisputes(db) },
    { kind: 'provider_refund', look: () => providerRefunds(db, now()) },
    { kind: 'money_without_user', look: () => moneyWithoutUsers(db) },
    { kind: 'parked', look: () => parkedAccounts(projections) },
    { kind: 'stuck_process', look: async () => stuckProcesses(await ports.followers()) },
    {
      kind: 'projection_lag',
      look: async (signal) => projectionLag(projections, await ports.settings(), signal),
    },
    { kind: 'log_proof', look: () => logProof(ports) },
  ];
}

/** Checks that every portal runs, of its own machine and of what it has read. */
export const machineChecks = (ports: MachinePorts): readonly Check[] => [
  { kind: 'low_disk', look: () => lowDisk(ports) },
  { kind: 'clock', look: () => clockSkew(ports) },
  { kind: 'damaged_record', look: () => damagedRecords(ports) },
  { kind: 'untrusted_proxy', look: async () => untrustedProxies(ports.untrustedProxy(), ports.host) },
];
