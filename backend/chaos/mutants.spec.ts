import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { MUTANTS, patchesOf } from './mutants.ts';
import { patched } from './runMutants.ts';
import { PROJECT } from './runSpecs.ts';
import { SCENARIOS } from './scenarios.ts';

const textOf = (file: string) => readFileSync(path.join(PROJECT, file), 'utf8');

describe('mutants', () => {
  // Proves I8-chaos-2
  it.each(MUTANTS.map((mutant) => [mutant.name, mutant] as const))(
    'each fit the code at one place: %s',
    (_, mutant) => {
      for (const patch of patchesOf(mutant)) {
        const text = textOf(patch.file);
        expect(patched(text, patch)).not.toBe(text);
      }
    },
  );

  it('have unique names and existing specs', () => {
    const names = MUTANTS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    const strangers = MUTANTS.filter(({ scenario, spec }) => {
      const row = SCENARIOS.find(({ id }) => id === scenario);
      return row === undefined || !existsSync(path.join(PROJECT, spec.file));
    });
    expect(strangers).toEqual([]);
  });

  // Proves I8-chaos-2
  it('fail if they fit nowhere or twice', () => {
    const patch = { file: 'a.ts', text: 'one', replacement: 'two' };
    expect(patched('this one', patch)).toBe('this two');
    expect(() => patched('none at all', { ...patch, text: 'absent' })).toThrow('0 times');
    expect(() => patched('one and one', patch)).toThrow('2 times');
  });
});
