import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const PROJECT = path.join(import.meta.dirname, '../../../..');
const document = readFileSync(path.join(PROJECT, 'docs/security.md'), 'utf8');
/** Where a file that the document names may lie. */
const FOLDERS = ['', 'backend/server', 'backend/server/test', 'backend/server/test/security'];
const fileOf = (name: string) =>
  FOLDERS.map((folder) => path.join(PROJECT, folder, name)).find((file) => existsSync(file));

/** A spec with the titles that are quoted of it. */
const NAMED_SPEC = /`([\w./-]+\.spec\.tsx?)`(?: \(((?:(?:'[^']+'|"[^"]+")(?:, )?)+)\))?/g;
const namedIn = (text: string) =>
  [...text.matchAll(NAMED_SPEC)].map(([, spec = '', titles = '']) => ({
    spec,
    titles: [...titles.matchAll(/'([^']+)'|"([^"]+)"/g)].map(([, one, other]) => one ?? other ?? ''),
  }));

/** Whether a spec has the title as a text of its own: of a test, a group or a case. */
function hasTitle(spec: string, title: string): boolean {
  const file = fileOf(spec);
  if (file === undefined) return false;
  const text = readFileSync(file, 'utf8').replaceAll("\\'", "'");
  return [`'${title}'`, `"${title}"`, `\`${title}\``].some((literal) => text.includes(literal));
}

/** The rows of the ASVS tables. */
const rows = [...(document.split('## ASVS 5.0')[1]?.split('\n## ')[0] ?? '').matchAll(/^\| (V\d.*)$/gm)].map(
  ([, row = '']) => {
    const [requirements = '', state = '', ...proof] = row.replace(/( \|)+$/, '').split(' | ');
    return { requirements, state, proof: proof.join(' | ') };
  },
);

it('docs/security.md names existing specs, sources and pages', () => {
  const named = [...document.matchAll(/`((?:[\w.-]+\/)*[\w.-]+\.(?:spec\.)?tsx?)`|\b(docs\/[\w./-]+\.md)/g)];
  const names = named.map(([, source, page]) => source ?? page ?? '');
  expect(names.length).toBeGreaterThan(60);
  expect([...new Set(names)].filter((name) => fileOf(name) === undefined)).toEqual([]);
});

// Proves I8-security-doc, I35-22c
it('docs/security.md quotes existing titles of the specs it names', () => {
  const quoted = namedIn(document).flatMap(({ spec, titles }) => titles.map((title) => ({ spec, title })));
  expect(quoted.length).toBeGreaterThan(100);
  expect(quoted.filter(({ spec, title }) => !hasTitle(spec, title))).toEqual([]);
});

// Proves I35-22c
it('each requirement that is met names a test', () => {
  const met = rows.filter(({ state }) => state === 'met');
  expect(met.length).toBeGreaterThan(70);
  const without = met.filter(({ proof }) => !namedIn(proof).some(({ titles }) => titles.length > 0));
  expect(without.map(({ requirements }) => requirements)).toEqual([]);
});

it('each requirement has a known state, and no other', () => {
  const states = ['met', 'documented', 'partly', '**not**', "operator's", 'n/a'];
  expect(rows.filter(({ state }) => !states.includes(state))).toEqual([]);
});

it('docs/security.md covers each chapter of ASVS', () => {
  for (let chapter = 1; chapter <= 17; chapter += 1)
    expect(document, `V${chapter}`).toMatch(new RegExp(`^### .*\\bV${chapter}\\b`, 'm'));
});
