import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { apiCatalogue } from '../docs/apiCatalogue.ts';
import { eventCatalogue } from '../docs/eventCatalogue.ts';

const DOCS = path.resolve(import.meta.dirname, '../../../../../docs');

/** `npm run docs`: writes what is generated of the documentation; a spec fails where somebody forgot to. */
for (const [name, text] of [
  ['events.md', eventCatalogue()],
  ['api.md', apiCatalogue()],
] as const) {
  await writeFile(path.join(DOCS, name), text);
  process.stdout.write(`docs/${name}\n`);
}
