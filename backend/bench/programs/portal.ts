import { composePortal } from '@portal/server';
import { readSettings } from '@portal/server/app/settings.ts';
import { createLogger } from '@portal/server/platform/http/logger.ts';

// A portal for a bench in another process, without limits on registrations and changes, by default with cheap hashes.
const settings = await readSettings(process.env);
const composed = composePortal(settings, {
  bcryptCost: Number(process.env.BCRYPT_COST ?? 4),
  log: createLogger(settings.logLevel, process.stderr),
  writesPerMinute: { dealer: 1e6, company: 1e6, administrator: 1e6 },
  publicCallLimits: { register: 100_000, contact: 100_000, forgotPassword: 100_000, resetLink: 100_000 },
});
process.once('SIGTERM', () => {
  void composed.stop().then(() => process.exit(0));
});
const portal = await composed.start();
process.stdout.write(`ready at ${portal.url}\n`);
