import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { COVERAGE_DOCUMENT, coverageDocument, proofs, requirementsText } from './coverage.ts';

/** Part of `npm run docs`: writes dist/docs/spec-coverage.md. */
mkdirSync(path.dirname(COVERAGE_DOCUMENT), { recursive: true });
writeFileSync(COVERAGE_DOCUMENT, coverageDocument(requirementsText(), proofs()));
process.stdout.write('dist/docs/spec-coverage.md\n');
