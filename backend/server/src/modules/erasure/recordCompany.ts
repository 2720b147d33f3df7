import {
  accountDecider,
  accountStream,
  disputeStream,
  migrationStream,
  orderStream,
  siteStream,
} from '@portal/domain';
import { COMPANY_RECORD_READS, companyRecords, type Queryable } from '@portal/projections';
import type { CausalChain } from '../../kernel/causalChain.ts';
import { deriveId } from '../../kernel/commandContext.ts';
import type { CommandPorts } from '../../kernel/commandPorts.ts';
import type { PortalEnvelope } from '../../kernel/execute.ts';

export const ERASURE = { kind: 'system', id: 'erasure' } as const;

export interface RecordCompanyPorts {
  readonly commands: Pick<CommandPorts, 'execute' | 'followUp'>;
  readonly pool: Queryable;
  /** Until these read models have passed what is in the log by now. @throws ReadModelsBehind */
  upToDate(names: readonly string[]): Promise<void>;
}

/**
 * Records in a company's stream which records became unreadable with its key.
 * @param written streams to name again
 */
export async function recordCompany(
  ports: RecordCompanyPorts,
  { id, metadata }: PortalEnvelope,
  accountId: string,
  written: readonly string[] = [],
): Promise<CausalChain> {
  await ports.upToDate(COMPANY_RECORD_READS);
  const records = await companyRecords(ports.pool, accountId);
  const streams = new Set(written);
  const again = [
    ...records.siteIds.filter((siteId) => streams.has(siteStream(siteId))),
    ...records.migrationIds.filter((migrationId) => streams.has(migrationStream(migrationId))),
    ...records.orderIds.filter((orderId) => streams.has(orderStream(orderId))),
    ...records.disputeIds.filter((disputeId) => streams.has(disputeStream(disputeId))),
  ];
  const { recordedAt: time, correlationId } = metadata;
  const { appended } = await ports.commands.execute({
    stream: accountStream(accountId),
    decider: accountDecider,
    command: { type: 'RecordCompanyErasure', records, again },
    context: {
      id: deriveId({ id, time }, ['company', accountId, ...written].join(' ')),
      time,
      correlationId,
      actor: ERASURE,
    },
    accounts: [accountId],
    causationId: id,
  });
  return ports.commands.followUp(appended);
}
