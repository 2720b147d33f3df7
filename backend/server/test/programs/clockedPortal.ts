import { createInterface } from 'node:readline';
import { composePortal } from '../../src/app/compose.ts';
import { readSettings } from '../../src/app/settings.ts';

// The portal as the environment says, with a clock that a browser spec sets by a line on standard input (an ISO
// instant); it runs on from there. `disk 7` leaves so many percent of the disk free, `tick` sees to every job. Each line
// is answered with a line.
let offset = instantOf(process.env.CLOCK ?? '') - Date.now();

let freePercent = 50;

function instantOf(text: string): number {
  const instant = Date.parse(text);
  if (Number.isNaN(instant)) throw new Error(`Not an instant: ${text}`);
  return instant;
}

const composed = composePortal(await readSettings(process.env), {
  bcryptCost: 4,
  now: () => new Date(Date.now() + offset),
  printMail: ({ text }) => void process.stdout.write(`${text}\n`),
  machine: { diskSpace: async () => ({ device: 1, free: freePercent, total: 100 }) },
});
process.once('SIGTERM', () => {
  void composed.stop().then(() => process.exit(0));
});
const portal = await composed.start();
process.stdout.write(`ready at ${portal.url}\n`);
async function obey(line: string): Promise<string> {
  if (line.startsWith('tick')) {
    await portal.tick();
    return `${line} done`;
  }
  if (line.startsWith('disk ')) {
    freePercent = Number(line.slice('disk '.length));
    return `${line} set`;
  }
  offset = instantOf(line) - Date.now();
  return `clock set to ${line}`;
}
createInterface({ input: process.stdin }).on('line', (line) => {
  void obey(line).then((answer) => process.stdout.write(`${answer}\n`));
});
