import { disputeStream, migrationStream, onAccount, orderStream, siteStream } from '@portal/domain';
import { COMPANY_RECORD_READS, companyRecords, type Queryable } from '@portal/projections';
import type { CausalChain } from '../../kernel/causalChain.ts';
import { type CommandContext, deriveId } from '../../kernel/commandContext.ts';
import type { CommandPorts } from '../../kernel/commandPorts.ts';
import type { PortalEnvelope } from '../../kernel/execute.ts';
import { runCommand } from '../../kernel/runCommand.ts';

/** A command that follows from an erasure. @param name of the command among those of the event */
export function contextOf({ id, metadata }: PortalEnvelope, name: string): CommandContext {
  const { recordedAt: time, correlationId } = metadata;
  const actor = { kind: 'system', id: 'erasure' } as const;
  return { id: deriveId({ id, time }, name), time, correlationId, actor };
}

/**
 * Records in a company's stream which records became unreadable with its key.
 * @param written streams written since, whose records are named again
 */
export async function recordCompany(
  ports: {
    readonly commands: Pick<CommandPorts, 'execute' | 'followUp'>;
    readonly pool: Queryable;
    upToDate(names: readonly string[]): Promise<void>;
  },
  erasure: PortalEnvelope,
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
  return runCommand(ports.commands, {
    ...onAccount(accountId),
    command: { type: 'RecordCompanyErasure', records, again },
    context: contextOf(erasure, ['company', accountId, ...written].join(' ')),
    causationId: erasure.id,
  });
}
