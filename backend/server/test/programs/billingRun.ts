import { randomUUID } from 'node:crypto';
import { composePortal } from '../../src/app/compose.ts';
import { readSettings } from '../../src/app/settings.ts';
import { newCommand } from '../../src/kernel/commandContext.ts';
import { BILLING_ACTOR, runBilling } from '../../src/modules/billing/run.ts';
import { createLogger } from '../../src/platform/http/logger.ts';

// A portal whose clock stands still at NOW and that bills PERIOD: for specs that kill it on the way.
const { NOW = '', PERIOD = '' } = process.env;
const settings = await readSettings(process.env);
const log = createLogger(settings.logLevel, process.stderr);
const portal = await composePortal(settings, { bcryptCost: 4, log, now: () => new Date(NOW) }).start();
await runBilling(portal.billing, PERIOD, newCommand(new Date(NOW), BILLING_ACTOR, randomUUID()));
await portal.stop();
process.exit(0);
