import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { portalEvents } from '../src/events.ts';
import type { EventDefinition } from '../src/kernel/event.ts';

/**
 * Event data as the log holds it, decrypted: one JSON text a type and version, `<Type>.v<n>[.<what is special>].json`.
 * A text is never changed and never deleted: logs in the field hold its like.
 */
const folder = new URL('./stored/', import.meta.url);
const files = readdirSync(folder);
const definitions: readonly EventDefinition[] = Object.values(portalEvents);

const stored = (file: string): Record<string, unknown> =>
  JSON.parse(readFileSync(new URL(file, folder), 'utf8'));

/** The data as consumers see it: the newest version, checked. */
function read(definition: EventDefinition, data: unknown, version: number): unknown {
  const newest = definition.upcasters.slice(version - 1).reduce((older, upcast) => upcast(older), data);
  return definition.schema.parse(newest);
}

type Json = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** What was read without what reads as null, blank or empty because the text is older than the field. */
function asStored(seen: unknown, text: unknown): unknown {
  if (Array.isArray(seen) && Array.isArray(text)) {
    return seen.map((item, index) => asStored(item, text[index]));
  }
  if (!isObject(seen) || !isObject(text)) return seen;
  const kept = Object.entries(seen).filter(
    ([name, value]) =>
      name in text || !(value === null || value === '' || (Array.isArray(value) && value.length === 0)),
  );
  return Object.fromEntries(kept.map(([name, value]) => [name, asStored(value, text[name])]));
}

describe.each(definitions.map((definition) => [definition.type, definition] as const))(
  '%s',
  (type, definition) => {
    const versions = Array.from({ length: definition.version }, (_, index) => index + 1);

    it('is registered under its name, with an upcaster for each version but the newest', () => {
      expect(Object.keys(portalEvents)).toContain(type);
      expect(definition.upcasters).toHaveLength(definition.version - 1);
    });

    it.each(versions)('has a stored text of version %i', (version) => {
      expect(files).toContain(`${type}.v${version}.json`);
    });

    const texts = files.filter((file) => file.startsWith(`${type}.v`));
    it.each(texts)('still reads %s', (file) => {
      const version = Number(/\.v(\d+)\./.exec(file)?.[1]);
      const data = stored(file);
      const seen = read(definition, data, version);
      // The newest version loses nothing on the way in; an older one is changed by its upcasters.
      if (version === definition.version) expect(asStored(seen, data)).toEqual(data);
    });

    it('reads with all personal fields erased, each of which occurs in a text', () => {
      const newest = texts.filter((file) => file.startsWith(`${type}.v${definition.version}.`)).map(stored);
      for (const { fields, idField } of definition.personal) {
        for (const field of fields) expect(newest.some((data) => field in data)).toBe(true);
        for (const data of newest) {
          expect(data).toHaveProperty(idField);
          for (const field of fields) if (field in data) data[field] = { erased: true };
          expect(asStored(read(definition, data, definition.version), data)).toEqual(data);
        }
      }
    });
  },
);

it('each stored text has a known type', () => {
  const types = new Set(definitions.map(({ type }) => type));
  expect(files.filter((file) => !types.has(file.split('.')[0] ?? ''))).toEqual([]);
});
