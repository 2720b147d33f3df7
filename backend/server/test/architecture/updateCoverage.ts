import { writeFileSync } from 'node:fs';
import { COVERAGE_DOCUMENT, coverageDocument, proofs, requirementsText } from './coverage.ts';

/** Writes docs/spec-coverage.md: `npm run docs`. */
writeFileSync(COVERAGE_DOCUMENT, coverageDocument(requirementsText(), proofs()));
