import { z } from 'zod';

/** Prints stacks: of this file, and of a package under its own. */
function fail(): never {
  throw new Error('Failed as asked.');
}

try {
  fail();
} catch (error) {
  process.stdout.write(`${(error as Error).stack}\n`);
}
z.string().transform(fail).parse('');
