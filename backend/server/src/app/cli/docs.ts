import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { eventReference } from '../docs/eventReference.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../../../../dist/docs');

/** Part of `npm run docs`: writes dist/docs/events.md, the catalogue of events. */
await mkdir(FOLDER, { recursive: true });
await writeFile(path.join(FOLDER, 'events.md'), eventReference());
process.stdout.write('dist/docs/events.md\n');
