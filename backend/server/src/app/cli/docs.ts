import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { apiReference } from '../docs/apiReference.ts';
import { eventReference } from '../docs/eventReference.ts';

const DOCS = path.resolve(import.meta.dirname, '../../../../../docs');

/** `npm run docs`: writes what is generated of the documentation; a spec fails where somebody forgot to. */
for (const [name, text] of [
  ['events.md', eventReference()],
  ['api.md', apiReference()],
] as const) {
  await writeFile(path.join(DOCS, name), text);
  process.stdout.write(`docs/${name}\n`);
}
