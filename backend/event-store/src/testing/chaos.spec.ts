import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { chanceOf, chaosSeed, chaosSize, FIXED_SEED, scenario } from './chaos.ts';

describe('the size and seed of a chaos run', () => {
  // Proves I8-chaos-1
  it('are short and fixed by default', () => {
    expect([chaosSize(''), chaosSize('full')]).toEqual(['short', 'full']);
    expect([chaosSeed(''), chaosSeed('7')]).toEqual([FIXED_SEED, 7]);
    expect(() => chaosSize('long')).toThrow('short or full');
    expect(() => chaosSeed('seven')).toThrow('whole number');
    expect(() => chaosSeed('-1')).toThrow('whole number');
  });

  it('give the same numbers for the same seed and name, others for another', () => {
    const ten = (name: string, seed: number) => {
      const chance = chanceOf(name, seed);
      return Array.from({ length: 10 }, () => chance.between(1, 1_000));
    };
    expect(ten('kills', 5)).toEqual(ten('kills', 5));
    expect(ten('kills', 5)).not.toEqual(ten('kills', 6));
    expect(ten('kills', 5)).not.toEqual(ten('pauses', 5));
  });

  it('cover the whole range, both ends included', () => {
    const chance = chanceOf('spread', 1);
    const drawn = Array.from({ length: 4_000 }, () => chance.between(3, 7));
    for (const value of [3, 4, 5, 6, 7])
      expect(drawn.filter((one) => one === value).length).toBeGreaterThan(600);
    expect(new Set(drawn).size).toBe(5);
    expect(() => chance.oneOf([])).toThrow('nothing to choose');
  });
});

it("records a scenario's figures, one per line", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'portal-figures-'));
  const file = path.join(folder, 'figures');
  try {
    const report = scenario('R4', file);
    report.did(100, 'events');
    report.lost(0, 'events');
    report.measured('longest lag', '2 s');
    const lines = (await readFile(file, 'utf8')).trim().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { scenario: 'R4', kind: 'did', what: 'events', value: 100 },
      { scenario: 'R4', kind: 'lost', what: 'events', value: 0 },
      { scenario: 'R4', kind: 'measured', what: 'longest lag', value: '2 s' },
    ]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
