import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { PROJECT } from './runSpecs.ts';
import { SCENARIOS } from './scenarios.ts';

describe('the list of scenarios', () => {
  it('lists each once, in order', () => {
    const numbers = SCENARIOS.map(({ id }) => Number(id.slice(1)));
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
  });

  // Proves I8-chaos-1
  it('names existing specs and titles', () => {
    const specs = SCENARIOS.flatMap(({ id, specs }) => specs.map((spec) => ({ id, ...spec })));
    const wrong = specs.filter(({ file, tests }) => {
      const full = path.join(PROJECT, file);
      return !existsSync(full) || !new RegExp(`['"\`]${tests ?? ''}\\b`).test(readFileSync(full, 'utf8'));
    });
    expect(wrong).toEqual([]);
  });
});
