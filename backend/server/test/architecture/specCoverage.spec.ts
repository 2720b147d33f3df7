import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const PROJECT = path.join(import.meta.dirname, '../../../..');
const TABLE = readFileSync(path.join(PROJECT, 'docs/spec-coverage.md'), 'utf8');

/** A row of the table: id, requirement, where it is built, what proves it. */
const rows = TABLE.split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| Id |'))
  .map((line) => line.slice(2, -2).split(' | '));
const built = rows.filter((cells) => cells.length === 4);

const textOf = (file: string) => {
  const full = path.join(PROJECT, file);
  return existsSync(full) ? readFileSync(full, 'utf8').replaceAll("\\'", "'") : '';
};

describe('docs/spec-coverage.md', () => {
  it('has whole rows, each with an id of its own', () => {
    expect(built.length).toBeGreaterThan(100);
    expect(rows.filter((cells) => cells.length !== 4 && cells.at(-1) !== 'not built yet')).toEqual([]);
    const ids = rows.map(([id]) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  it('names tests that are there, at least one for each requirement that is built', () => {
    const wrong: string[] = [];
    for (const [id, , , proof = ''] of built) {
      const tests = [...proof.matchAll(/`([^`]+\.spec\.tsx?)`: "(.+?)"(?=<br>|$)/g)];
      if (tests.length === 0 && !proof.includes('npm run lighthouse')) wrong.push(`${id} names no test`);
      for (const [, file = '', name = ''] of tests)
        if (!textOf(file).includes(name)) wrong.push(`${id}: ${file} has no "${name}"`);
    }
    expect(wrong).toEqual([]);
  });

  it('names places that are there', () => {
    const places = built.flatMap(([id, , where = '']) =>
      [...where.matchAll(/`([^`]+)`/g)].map(([, place = '']) => ({ id, place })),
    );
    expect(places.filter(({ place }) => !existsSync(path.join(PROJECT, place)))).toEqual([]);
  });
});
