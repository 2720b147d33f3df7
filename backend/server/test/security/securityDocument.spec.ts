import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const PROJECT = path.join(import.meta.dirname, '../../../..');
const document = readFileSync(path.join(PROJECT, 'docs/security.md'), 'utf8');
/** Where a file that the document names may lie. */
const FOLDERS = ['', 'backend/server', 'backend/server/test', 'backend/server/test/security'];
const fileOf = (name: string) =>
  FOLDERS.map((folder) => path.join(PROJECT, folder, name)).find((file) => existsSync(file));

it('docs/security.md names existing specs, sources and pages', () => {
  const named = [...document.matchAll(/`((?:[\w.-]+\/)*[\w.-]+\.(?:spec\.)?tsx?)`|\b(docs\/[\w./-]+\.md)/g)];
  const names = named.map(([, source, page]) => source ?? page ?? '');
  expect(names.length).toBeGreaterThan(60);
  expect([...new Set(names)].filter((name) => fileOf(name) === undefined)).toEqual([]);
});

// Proves I8-security-doc
it('docs/security.md quotes existing titles of the specs it names', () => {
  const quoted = [...document.matchAll(/`([\w./-]+\.spec\.tsx?)` \('([^)]+?)(?: …)?'\)/g)];
  expect(quoted.length).toBeGreaterThan(12);
  const wrong = quoted.filter(([, file = '', title = '']) => {
    const found = fileOf(file);
    if (found === undefined) return true;
    const text = readFileSync(found, 'utf8').replaceAll("\\'", "'");
    return !title.split("', '").every((one) => text.includes(one));
  });
  expect(wrong.map(([text]) => text)).toEqual([]);
});

it('docs/security.md covers each chapter of ASVS', () => {
  for (let chapter = 1; chapter <= 17; chapter += 1)
    expect(document, `V${chapter}`).toMatch(new RegExp(`^### .*\\bV${chapter}\\b`, 'm'));
});
