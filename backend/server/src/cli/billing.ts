import { randomUUID } from 'node:crypto';
import { addPeriods, periodOfInstant } from '@portal/domain';
import { periodsToBill } from '../billing/billingDuty.ts';
import { previewBilling } from '../billing/preview.ts';
import { loadRun, runBilling } from '../billing/run.ts';
import { toldRuns } from '../billing/runs.ts';
import { newCommand } from '../commands/commandContext.ts';
import { composePortal, type Portal } from '../compose.ts';
import { createLogger } from '../edge/logger.ts';
import { readSettings } from '../settings.ts';
import { progressPrinter } from '../startup/progress.ts';
import { type BillingOrder, parseBillingOrder } from './billingOptions.ts';
import { dryRunTable, previewText, runText, statusText } from './billingTexts.ts';

/** Who issues invoices from a command line. */
const ACTOR = { kind: 'system', id: 'billing command line' } as const;

const print = (lines: readonly string[]): void => void process.stdout.write(`${lines.join('\n')}\n`);

/** `npm run billing`: the same commands as the portal's, beside a portal that runs or without one. */
async function main(): Promise<void> {
  let portal: Portal | null = null;
  try {
    const order = parseBillingOrder(process.argv.slice(2));
    const settings = await readSettings({ LOG_LEVEL: 'warn', ...process.env });
    portal = composePortal(
      { ...settings, host: '127.0.0.1', port: 0, roles: ['projections'] },
      { log: createLogger(settings.logLevel, process.stderr), sharesDatabase: true },
    );
    const stopping = new AbortController();
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stopping.abort());
    await portal.start();
    await obey(order, portal, stopping.signal);
    await portal.stop();
    process.exit(0);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    await portal?.stop();
    process.exit(1);
  }
}

async function obey(
  order: BillingOrder,
  { billing, readStream }: Portal,
  signal: AbortSignal,
): Promise<void> {
  const bar = progressPrinter('billing', 'companies');
  switch (order.what) {
    case 'run': {
      if (order.dryRun) return print(dryRunTable(await previewBilling(billing, order.period)));
      const context = newCommand(billing.now(), ACTOR, randomUUID());
      const { period, reason } = order;
      return print(
        runText(await runBilling(billing, period, context, { signal, reason, onProgress: bar.show })),
      );
    }
    case 'preview': {
      const coming = addPeriods(periodOfInstant(billing.now().toISOString(), billing.timeZone), 1);
      return print(previewText(await previewBilling(billing, order.period ?? coming)));
    }
    case 'status': {
      await billing.upToDate(['logIndex']);
      const runs = await toldRuns(billing, readStream);
      const states = await Promise.all(
        (await periodsToBill(billing)).map(async (period) => ({
          period,
          run: await loadRun(billing, period),
        })),
      );
      const due = states.filter(({ run }) => run.status !== 'completed').map(({ period }) => period);
      return print(statusText(runs, due));
    }
  }
}

await main();
