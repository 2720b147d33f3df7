import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const DOMAIN = path.resolve(import.meta.dirname, '../../../../domain/src');

/** A folder of the domain: one noun, its events, its streams and its decider. */
export interface Noun {
  readonly folder: string;
  /** How its streams are named, in the words of stream.ts. */
  readonly streams: string;
  readonly decider: { readonly name: string; readonly file: string } | null;
  /** Docstrings of event types; '' for none. */
  readonly meanings: ReadonlyMap<string, string>;
}

const EVENT = /(?:\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*)?^ +([A-Z]\w+): /gm;
const DECIDER = /export const (\w+Decider)\b/;
const STREAMS = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*export const \w+ = streamCategory\(/;

/** The words of a documentation comment, on one line. */
const wordsOf = (comment = ''): string =>
  comment
    .replace(/^\s*\*? ?/gm, '')
    .replace(/\s+/g, ' ')
    .replace(/\{@link ([^}]+)\}/g, '$1')
    .trim();

/** Nouns with events, from the sources of backend/domain. */
export function readNouns(): readonly Noun[] {
  return readdirSync(DOMAIN, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => readNoun(name))
    .filter(({ meanings }) => meanings.size > 0)
    .sort((one, other) => (one.folder < other.folder ? -1 : 1));
}

function readNoun(folder: string): Noun {
  const files = readdirSync(path.join(DOMAIN, folder))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts'))
    .sort()
    .map((name) => ({ name, text: readFileSync(path.join(DOMAIN, folder, name), 'utf8') }));
  const meanings = new Map<string, string>();
  for (const { text } of files) {
    for (const [, comment, type = ''] of (text.split('defineEvents(')[1] ?? '').matchAll(EVENT)) {
      // options name an event again
      if (!meanings.has(type)) meanings.set(type, wordsOf(comment));
    }
  }
  const decided = files.find(({ text }) => DECIDER.test(text));
  const streams = files.map(({ text }) => STREAMS.exec(text)?.[1]).find((comment) => comment !== undefined);
  return {
    folder,
    streams: wordsOf(streams),
    decider:
      decided === undefined
        ? null
        : { name: DECIDER.exec(decided.text)?.[1] ?? '', file: `${folder}/${decided.name}` },
    meanings,
  };
}
