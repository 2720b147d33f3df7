import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { accessTable } from './accessMatrix.ts';

/** Part of `npm run docs`: writes dist/docs/access-matrix.md. */
const DOCUMENT = path.join(import.meta.dirname, '../../../../dist/docs/access-matrix.md');
mkdirSync(path.dirname(DOCUMENT), { recursive: true });
writeFileSync(
  DOCUMENT,
  `# Access matrix\n\nStatus of a valid request; \`·\`: does not apply.\n\n${accessTable()}\n`,
);
process.stdout.write('dist/docs/access-matrix.md\n');
