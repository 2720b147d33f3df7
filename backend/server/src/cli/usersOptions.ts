import { parseArgs } from 'node:util';

/** What `npm run users` is asked for. */
export interface ErasureOrder {
  readonly what: 'erase';
  /** A username, or a user's id, which a deleted user still has. */
  readonly who: string;
  readonly reason: string | undefined;
  /** Not asked any more. */
  readonly confirmed: boolean;
}

export const USERS_USAGE = [
  'npm run users -- erase NAME_OR_ID [--reason text] [--yes]',
  '  deletes the user and erases the personal data, of one deleted earlier too; says first what that does, and asks',
].join('\n');

/** @throws Error that says what is wrong, with the usage */
export function parseErasureOrder(parameters: readonly string[]): ErasureOrder {
  const { values, positionals } = parsed(parameters);
  const [what, who, ...more] = positionals;
  if (what === undefined) throw misuse('What shall be done?');
  if (what !== 'erase') throw misuse(`There is no command ${what}.`);
  if (who === undefined) throw misuse("erase needs a username or a user's id.");
  if (more.length > 0) throw misuse('One user at a time.');
  return { what, who, reason: values.reason, confirmed: values.yes };
}

function parsed(parameters: readonly string[]) {
  try {
    return parseArgs({
      args: [...parameters],
      allowPositionals: true,
      options: { reason: { type: 'string' }, yes: { type: 'boolean', default: false } },
    });
  } catch (error) {
    throw misuse(error instanceof Error ? error.message : String(error));
  }
}

const misuse = (what: string) => new Error(`${what}\n${USERS_USAGE}`);
