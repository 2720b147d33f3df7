import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { withAccessTable } from './accessMatrix.ts';

/** Writes the access matrix into docs/security.md: `npm run access-matrix`. */
const DOCUMENT = path.join(import.meta.dirname, '../../../../docs/security.md');
writeFileSync(DOCUMENT, withAccessTable(readFileSync(DOCUMENT, 'utf8')));
