import { randomUUID } from 'node:crypto';
import { addPeriods, periodOfInstant } from '@portal/domain';
import { newCommand } from '../../kernel/commandContext.ts';
import { listRuns, periodsToBill, previewBilling, runBilling } from '../../modules/billing/module.ts';
import type { Portal } from '../compose.ts';
import { progressPrinter } from '../startup/progress.ts';
import { type BillingOrder, parseBillingOrder } from './billingOptions.ts';
import { dryRunTable, previewText, runText, statusText } from './billingTexts.ts';
import { print, understood } from './commandLine.ts';
import { onPortal } from './onPortal.ts';

const ACTOR = { kind: 'system', id: 'billing command line' } as const;

/** `npm run billing`, with or without a running portal. */
async function main(): Promise<void> {
  const order = understood(parseBillingOrder);
  await onPortal(async (portal, signal) => {
    await obey(order, portal, signal);
    return true;
  });
}

async function obey(order: BillingOrder, { billing }: Portal, signal: AbortSignal): Promise<void> {
  const bar = progressPrinter('billing', 'companies');
  switch (order.what) {
    case 'run': {
      if (order.dryRun) return print(dryRunTable(await previewBilling(billing, order.period)));
      const context = newCommand(billing.now(), ACTOR, randomUUID());
      const { period, reason } = order;
      const outcome = await runBilling(billing, period, context, { signal, reason, onProgress: bar.show });
      return print(runText(outcome, billing.timeZone));
    }
    case 'preview': {
      const coming = addPeriods(periodOfInstant(billing.now().toISOString(), billing.timeZone), 1);
      return print(previewText(await previewBilling(billing, order.period ?? coming)));
    }
    case 'status': {
      await billing.upToDate(['logIndex']);
      const runs = await listRuns(billing);
      const done = new Set(runs.flatMap(({ period, status }) => (status === 'completed' ? period : [])));
      const due = (await periodsToBill(billing)).filter((period) => !done.has(period));
      return print(statusText(runs, due));
    }
  }
}

await main();
