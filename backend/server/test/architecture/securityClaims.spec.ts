import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const PROJECT = path.join(import.meta.dirname, '../../../..');
const textOf = (file: string) => readFileSync(path.join(PROJECT, file), 'utf8');
const specs = ['backend', 'projections', 'frontend'].flatMap((folder) =>
  readdirSync(path.join(PROJECT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.spec\.tsx?$/.test(file) && !file.includes('node_modules'))
    .map((file) => path.join(folder, file)),
);
/** Specs by the end of their path, as docs/security.md names them: most without a folder. */
const specsAt = (name: string) => specs.filter((file) => `/${file}`.endsWith(`/${name}`));
const claims = textOf('docs/security.md').split('## ASVS 5.0')[1]?.split('\n## ')[0] ?? '';

// Proves I35-22c
it('each spec that docs/security.md names exists, and so does each test that it quotes', () => {
  const wrong = [
    ...claims.matchAll(/`([\w./-]+\.spec\.tsx?)`(?: \(((?:['"][^)]+?['"](?:, )?)+)\))?/g),
  ].flatMap(([, spec = '', titles = '']) => {
    const texts = specsAt(spec).map(textOf);
    if (texts.length === 0) return [spec];
    const quoted = [...titles.matchAll(/'((?:[^']|'(?!,|$))+)'|"([^"]+)"/g)].map(
      ([, single, double]) => single ?? double ?? '',
    );
    return quoted
      .map((title) => title.replace(/ …$/, ''))
      .filter((title) => !texts.some((text) => text.replaceAll("\\'", "'").includes(title)))
      .map((title) => `${spec}: ${title}`);
  });
  expect(claims.match(/\.spec\.ts/g)?.length).toBeGreaterThan(80);
  expect(wrong).toEqual([]);
});
