import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { composePortal } from '@portal/server';
import { readSettings } from '@portal/server/app/settings.ts';
import { newCommand } from '@portal/server/kernel/commandContext.ts';
import { BILLING_ACTOR, runBilling } from '@portal/server/modules/billing/run.ts';
import { createLogger } from '@portal/server/platform/http/logger.ts';

// Runs the billing of a month twice in a portal on the bench's database, whose clock is at the time of the run. Prints
// the durations in ms, what was issued, and the peak memory in MB.
const { values } = parseArgs({ options: { period: { type: 'string' }, now: { type: 'string' } } });
const { period, now } = values;
if (period === undefined || now === undefined) throw new Error('--period and --now are needed');

const settings = await readSettings(process.env);
const log = createLogger(settings.logLevel, process.stderr);
const portal = await composePortal(settings, { bcryptCost: 4, log, now: () => new Date(now) }).start();

const timed = async () => {
  const began = performance.now();
  const context = newCommand(new Date(now), BILLING_ACTOR, randomUUID());
  const { result, wrote } = await runBilling(portal.billing, period, context);
  return { ms: performance.now() - began, wrote, ...result };
};
const first = await timed();
const again = await timed();
const { maxRSS } = process.resourceUsage();
process.stdout.write(
  `${JSON.stringify({
    firstMs: first.ms,
    repeatMs: again.ms,
    issued: first.issued,
    totalCents: first.totalCents,
    repeatWrote: again.wrote,
    mostMb: maxRSS / 1_024,
  })}\n`,
);
await portal.stop();
process.exit(0);
