import { type ParseArgsConfig, parseArgs } from 'node:util';
import { messageOf } from '../../kernel/messageOf.ts';

type Options = NonNullable<ParseArgsConfig['options']>;
type Values<Known extends Options> = ReturnType<
  typeof parseArgs<{ allowPositionals: true; options: Known }>
>['values'];

/** Does what a command was asked for. @returns false where it did not succeed */
export type Work = () => Promise<unknown>;

/** Makes the error that shows the usage after what is wrong. */
type Misuse = (what: string) => Error;

export interface Command<Known extends Options> {
  /** The options that it takes. */
  readonly takes?: readonly (keyof Known & string)[];
  /** The word after the command, e.g. 'one file'. */
  readonly needs?: string;
  /** An option that stands for that word. */
  readonly unless?: keyof Known & string;
  /** Reads what was given, before anything starts. @throws misuse */
  read(values: Values<Known>, misuse: Misuse, word: string): Work;
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
): { readonly values: Values<Known>; readonly words: readonly string[]; readonly misuse: Misuse } {
  if (parameters.some((one) => one === '--help' || one === '-h')) throw new HelpAsked(usage);
  const misuse: Misuse = (what) => new Error(`${what}\n${usage}`);
  try {
    const args = [...parameters];
    const { values, positionals: words } = parseArgs({ args, allowPositionals: true, options });
    return { values, words, misuse };
  } catch (error) {
    throw misuse(messageOf(error));
  }
}

/** Declares a command line with its commands. @returns reads parameters. @throws as {@link readCommandLine} */
export const commandLine =
  <const Known extends Options>({
    usage,
    options,
    commands,
  }: {
    readonly usage: readonly string[];
    readonly options: Known;
    readonly commands: Readonly<Record<string, Command<Known>>>;
  }) =>
  (parameters: readonly string[]): Work => {
    const { values, words, misuse } = readCommandLine(parameters, options, usage.join('\n'));
    const [name, word, ...more] = words;
    if (name === undefined) throw misuse('Please name a command.');
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (command === undefined) throw misuse(`There is no command ${name}.`);
    for (const option of Object.keys(values)) {
      const takers = Object.keys(commands).filter((one) => commands[one]?.takes?.includes(option));
      if (!takers.includes(name)) throw misuse(`--${option} is for ${takers.join(' and ')}.`);
    }
    const { needs, unless } = command;
    const isNeeded = needs !== undefined && (unless === undefined || !(unless in values));
    if (more.length > 0 || (word !== undefined) !== isNeeded) {
      throw misuse(
        needs === undefined ? `One command at a time: ${words.join(' ')}.` : `${name} needs ${needs}.`,
      );
    }
    return command.read(values, misuse, word ?? '');
  };

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

/** A table as lines of text, its columns as wide as their widest cell. @param columns those with `>` are aligned right */
export function textTable(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): readonly string[] {
  const headings = columns.map((column) => column.replace(/^>/, ''));
  const widths = headings.map((heading, index) =>
    Math.max(heading.length, ...rows.map((row) => row[index]?.length ?? 0)),
  );
  const lineOf = (cells: readonly string[]) =>
    cells
      .map((cell, index) => {
        const width = widths[index] ?? 0;
        return columns[index]?.startsWith('>') ? cell.padStart(width) : cell.padEnd(width);
      })
      .join('  ')
      .trimEnd();
  return [lineOf(headings), widths.map((width) => '-'.repeat(width)).join('  '), ...rows.map(lineOf)];
}
