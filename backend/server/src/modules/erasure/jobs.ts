import { randomUUID } from 'node:crypto';
import { onAccount } from '@portal/domain';
import { BILL_TO_RETENTION_YEARS } from '@portal/domain/values';
import type { KeyRing } from '@portal/event-store';
import { billToBefore } from '@portal/projections';
import { newCommand } from '../../kernel/commandContext.ts';
import { runCommand } from '../../kernel/runCommand.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import type { JobPorts } from '../../platform/readPorts.ts';

const HOUR_MS = 60 * 60_000;

/** Ends the retention of Bill To blocks {@link BILL_TO_RETENTION_YEARS} years after the invoice's year (ADR 0014). */
export function retentionJob(ports: JobPorts & { readonly keyRing: Pick<KeyRing, 'erase'> }): Job {
  return {
    name: 'end of retention',
    everyMs: 6 * HOUR_MS,
    async run(signal) {
      const firstKept = Number(ports.today().slice(0, 4)) - BILL_TO_RETENTION_YEARS;
      for (const { accountId, year, invoiceIds } of await billToBefore(ports.db, firstKept)) {
        if (signal.aborted) return;
        const retentionId = `${accountId}_${year}`;
        await ports.keyRing.erase(`retention-${retentionId}`);
        await runCommand(ports.commands, {
          ...onAccount(accountId),
          command: { type: 'RecordRetentionEnd', retentionId, invoiceIds },
          context: newCommand(ports.now(), { kind: 'system', id: 'end of retention' }, randomUUID()),
        });
      }
    },
  };
}

/** Drops read model tables of an earlier release once none of its processes runs. */
export function replacedReadModelsJob(dropReplaced: () => Promise<unknown>): Job {
  return { name: 'replaced read models', everyMs: HOUR_MS, run: dropReplaced };
}
