import { composePortal } from '../../src/app/compose.ts';
import { readSettings } from '../../src/app/settings.ts';

// The portal as the environment says, in a process that a spec can kill: cheap hashes, unless BCRYPT_COST is set, no limit on
// registrations and changes. Its clock stands still at NOW, if that is set.
const { NOW, BCRYPT_COST } = process.env;
const composed = composePortal(await readSettings(process.env), {
  bcryptCost: Number(BCRYPT_COST ?? 4),
  ...(NOW === undefined ? {} : { now: () => new Date(NOW) }),
  writesPerMinute: { dealer: 1e6, company: 1e6, administrator: 1e6 },
  publicCallLimits: { register: 1e6, contact: 1e6, forgotPassword: 1e6, resetLink: 1e6 },
});
process.once('SIGTERM', () => {
  void composed.stop().then(() => process.exit(0));
});
const portal = await composed.start();
process.stdout.write(`ready at ${portal.url}\n`);
