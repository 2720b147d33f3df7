import { type EventDefinition, portalEvents } from '@portal/domain';
import { portalProjections } from '@portal/projections';
import { notifications, processes } from '../reactions.ts';
import { fieldsOf } from './fieldType.ts';
import { type Noun, readNouns } from './sources.ts';

/** Text for a paragraph or a table cell, with `|` escaped. */
const cell = (text: string) => text.replaceAll('|', '\\|');
const coded = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');

const HEAD = `# Events

Every fact that the log holds, by the noun whose stream it stands in. Generated from the event registry by \`npm run docs\`.

Money is whole cents; a day is \`YYYY-MM-DD\` in the billing zone, an instant ISO 8601. A personal field is encrypted with
the key of the person or company named beside it, and unreadable for ever once that key is erased. Beside its data each event
carries: schema version \`v\`, \`correlationId\` (the request), \`causationId\` (the event it followed from), \`actor\`,
\`commandId\`, \`recordedAt\`, \`accounts\` (whom it concerns) and, where an administrator gave one, \`reason\`.`;

/** dist/docs/events.md. @throws Error if registry and sources list different events */
export function eventReference(): string {
  const definitions = new Map<string, EventDefinition>(Object.entries(portalEvents));
  const nouns = readNouns();
  const described = nouns.flatMap(({ meanings }) => [...meanings.keys()]);
  const missing = [...definitions.keys()].filter((type) => !described.includes(type));
  if (missing.length > 0) throw new Error(`No source defines ${missing.join(', ')}`);
  const contents = nouns.map(
    ({ folder, meanings }) =>
      `- [${folder}](#${folder.toLowerCase()}): ${coded([...meanings.keys()].filter((type) => definitions.has(type)))}`,
  );
  const sections = nouns.map((noun) => section(noun, definitions));
  return `${[HEAD, contents.join('\n'), ...sections].join('\n\n')}\n`;
}

function section(noun: Noun, definitions: ReadonlyMap<string, EventDefinition>): string {
  const { folder, streams, decider, meanings } = noun;
  const events = [...meanings].flatMap(([type, meaning]) => {
    const definition = definitions.get(type);
    return definition === undefined ? [] : [eventEntry(definition, meaning)];
  });
  const by =
    decider === null ? '' : ` Decided by [\`${decider.name}\`](../../backend/domain/src/${decider.file}).`;
  return [`## ${folder}`, `Streams: ${streams}${by}`, ...events].join('\n\n');
}

function eventEntry(
  { type, version, schema, upcasters, personal }: EventDefinition,
  meaning: string,
): string {
  const keyOf = (field: string) => {
    const own = personal.find(({ fields }) => fields.includes(field));
    return own === undefined ? '' : `key of the ${own.subject} in \`${own.idField}\``;
  };
  const rows = fieldsOf(schema).map(
    ({ name, type: fieldType, isOptional }) =>
      `| \`${name}\`${isOptional ? ' (may be left out)' : ''} | ${cell(fieldType)} | ${keyOf(name)} |`,
  );
  const versions =
    version === 1
      ? 'Version 1.'
      : `Version ${version}; ${upcasters.length === 1 ? 'an upcaster reads version 1' : `upcasters read versions 1 to ${version - 1}`}.`;
  return [
    `### ${type}`,
    [meaning, versions].filter((text) => text !== '').join(' '),
    ['| Field | Type | Personal |', '|---|---|---|', ...rows].join('\n'),
    knownBy(type),
  ].join('\n\n');
}

/** Who does something with it: read models, processes, notifications. */
function knownBy(type: string): string {
  const projections = portalProjections.filter(({ types }) => types.has(type)).map(({ name }) => name);
  const following = processes.filter(({ types }) => (types as readonly string[]).includes(type));
  const writing = notifications.filter(({ types }) => (types as readonly string[]).includes(type));
  const lines = [
    ['Read models', projections],
    ['Processes', following.map(({ name }) => name)],
    ['Mails', writing.map(({ name }) => name)],
  ] as const;
  const used = lines.filter(([, names]) => names.length > 0);
  if (used.length === 0) return 'Read from its stream alone.';
  return used.map(([what, names]) => `${what}: ${coded(names)}`).join('. ');
}
