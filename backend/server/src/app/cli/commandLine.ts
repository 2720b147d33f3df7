import { type ParseArgsConfig, parseArgs } from 'node:util';
import { messageOf } from '../../kernel/messageOf.ts';

type Options = NonNullable<ParseArgsConfig['options']>;

/** Parsed arguments; throw either error to show the usage. */
export interface CommandLine<Known extends Options> {
  readonly values: ReturnType<typeof parseArgs<{ allowPositionals: true; options: Known }>>['values'];
  /** Arguments that are no options; the first is the command. */
  readonly words: readonly string[];
  misuse(what: string): Error;
  /** For a command that is missing or unknown. */
  noSuchCommand(): Error;
}

/** @throws Error that says what is wrong, with the usage: an option that is not known, or lacks its value */
export function readCommandLine<Known extends Options>(
  parameters: readonly string[],
  options: Known,
  usage: string,
): CommandLine<Known> {
  const misuse = (what: string) => new Error(`${what}\n${usage}`);
  try {
    const { values, positionals: words } = parseArgs({
      args: [...parameters],
      allowPositionals: true,
      options,
    });
    const [what] = words;
    const noSuchCommand = () =>
      misuse(what === undefined ? 'Please name a command.' : `There is no command ${what}.`);
    return { values, words, misuse, noSuchCommand };
  } catch (error) {
    throw misuse(messageOf(error));
  }
}
