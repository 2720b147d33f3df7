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

/** `--help` or `-h` was given; its message is the usage. */
class HelpAsked extends Error {}

/**
 * @throws HelpAsked
 * @throws Error that says what is wrong, with the usage: an option that is not known, or lacks its value
 */
export function readCommandLine<Known extends Options>(
  parameters: readonly string[],
  options: Known,
  usage: string,
): CommandLine<Known> {
  if (parameters.some((one) => one === '--help' || one === '-h')) throw new HelpAsked(usage);
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

/**
 * What a command line is asked for, read before anything starts. Ends the process after printing help (exit code 0) or a
 * mistake (1).
 */
export function understood<Order>(read: (parameters: readonly string[]) => Order): Order {
  try {
    return read(process.argv.slice(2));
  } catch (error) {
    const isHelp = error instanceof HelpAsked;
    process[isHelp ? 'stdout' : 'stderr'].write(`${messageOf(error)}\n`);
    return process.exit(isHelp ? 0 : 1);
  }
}

/** A count with its noun, e.g. `1 invoice`, `1,200 invoices`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;

/** Lines to the standard output. */
export const print = (lines: readonly string[]): void => void process.stdout.write(`${lines.join('\n')}\n`);
