import { randomUUID } from 'node:crypto';
import { BILLING_ACTOR } from '../../src/billing/billingDuty.ts';
import { runBilling } from '../../src/billing/run.ts';
import { newCommand } from '../../src/commands/commandContext.ts';
import { composePortal } from '../../src/compose.ts';
import { createLogger } from '../../src/edge/logger.ts';
import { readSettings } from '../../src/settings.ts';

// A portal whose clock stands still at NOW and that bills PERIOD: for specs that kill it on the way.
const { NOW = '', PERIOD = '' } = process.env;
const settings = await readSettings(process.env);
const log = createLogger(settings.logLevel, process.stderr);
const portal = composePortal(settings, { bcryptCost: 4, log, now: () => new Date(NOW) });
await portal.start();
await runBilling(portal.billing, PERIOD, newCommand(new Date(NOW), BILLING_ACTOR, randomUUID()));
await portal.stop();
process.exit(0);
