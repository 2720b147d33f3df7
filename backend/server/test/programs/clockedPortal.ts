import { createInterface } from 'node:readline';
import { composePortal } from '../../src/compose.ts';
import { readSettings } from '../../src/settings.ts';

// The portal as the environment says, with a clock that a browser spec sets by a line on standard input (an ISO
// instant); it runs on from there. Each setting is answered with a line.
let offset = instantOf(process.env.CLOCK ?? '') - Date.now();

function instantOf(text: string): number {
  const instant = Date.parse(text);
  if (Number.isNaN(instant)) throw new Error(`Not an instant: ${text}`);
  return instant;
}

const portal = composePortal(await readSettings(process.env), {
  bcryptCost: 4,
  now: () => new Date(Date.now() + offset),
});
process.once('SIGTERM', () => {
  void portal.stop().then(() => process.exit(0));
});
await portal.start();
process.stdout.write(`ready at ${portal.url}\n`);
createInterface({ input: process.stdin }).on('line', (line) => {
  offset = instantOf(line) - Date.now();
  process.stdout.write(`clock set to ${line}\n`);
});
