import { creditAllocations, onInvoice } from '@portal/domain';
import { accountsToSettle, invoicesToSettle, type Queryable } from '@portal/projections';
import type { Logger } from 'pino';
import { deriveId, newCommand } from '../../kernel/commandContext.ts';
import type { CommandPorts } from '../../kernel/commandPorts.ts';
import { runCommand } from '../../kernel/runCommand.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import { invoicesOf } from './creditProcesses.ts';

export interface CreditJobPorts {
  readonly commands: CommandPorts;
  readonly db: Queryable;
  readonly log: Pick<Logger, 'warn'>;
  now(): Date;
}

const NAME = 'account credit';

/**
 * Pays open invoices by unused credit (rule B41) where no event did: of invoices issued since the credit was given, and of
 * logs of earlier releases.
 */
export const creditJob = (ports: CreditJobPorts): Job => ({
  name: NAME,
  everyMs: 60_000,
  async run(signal) {
    for (const accountId of await accountsToSettle(ports.db)) {
      if (signal.aborted) return;
      try {
        await settle(ports, accountId);
      } catch (error) {
        ports.log.warn({ err: error, account: accountId }, 'credit could not be allocated');
      }
    }
  },
});

async function settle({ commands, db, now }: CreditJobPorts, accountId: string): Promise<void> {
  const ids = await invoicesToSettle(db, accountId);
  const invoices = await invoicesOf(commands.load, ids);
  for (const { fromInvoiceId, ...allocation } of creditAllocations(invoices)) {
    const context = newCommand(now(), { kind: 'system', id: NAME }, NAME);
    const allocationId = deriveId(context, 'allocation');
    await runCommand(commands, {
      ...onInvoice(fromInvoiceId, accountId),
      command: { type: 'AllocateInvoiceCredit', allocationId, ...allocation },
      context,
    });
  }
}
