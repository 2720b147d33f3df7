import { expect, it } from 'vitest';
import { commandLine } from './support/commandLine.ts';

it.each(['audit', 'backup', 'billing', 'events', 'keys', 'projections', 'users'])(
  'npm run %s -- --help prints the usage alone',
  async (name) => {
    const { code, out, err } = await commandLine(name, ['--help'], {}).ended;
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(new RegExp(`^(NEW_KEY_ENCRYPTION_KEY=… )?npm run ${name} -- `));
  },
  60_000,
);
