// The program of `npm run audit`, `npm run backup` … Its exit code is 0, or 1 where it failed or found something wrong.
import { messageOf } from '../../kernel/messageOf.ts';
import { audit } from './audit.ts';
import { backup } from './backup.ts';
import { billing } from './billing.ts';
import { understood, type Work } from './commandLine.ts';
import { events } from './events.ts';
import { keys } from './keys.ts';
import { projections } from './projections.ts';
import { users } from './users.ts';

type Line = (parameters: readonly string[]) => Work;
const LINES: Readonly<Record<string, Line>> = { audit, backup, billing, events, keys, projections, users };

const work = understood(([name = '', ...parameters]) => {
  const line = Object.hasOwn(LINES, name) ? LINES[name] : undefined;
  if (line === undefined) throw new Error(`There is no command line ${name}.`);
  return line(parameters);
});
try {
  process.exit((await work()) === false ? 1 : 0);
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exit(1);
}
