import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { eventReference } from '../docs/eventReference.ts';
import { rolesDocument } from '../docs/roles.ts';

const PROJECT = path.resolve(import.meta.dirname, '../../../../..');
const FOLDER = path.join(PROJECT, 'dist/docs');

/** Part of `npm run docs`: writes dist/docs/events.md, the catalogue of events, and docs/roles.md. */
await mkdir(FOLDER, { recursive: true });
await writeFile(path.join(FOLDER, 'events.md'), eventReference());
await writeFile(path.join(PROJECT, 'docs/roles.md'), rolesDocument());
process.stdout.write('dist/docs/events.md\ndocs/roles.md\n');
