import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { expect, it } from 'vitest';

// semver comes without types
const { subset } = createRequire(import.meta.url)('semver') as {
  subset(range: string, of: string): boolean;
};

const PROJECT = path.join(import.meta.dirname, '../../../..');
const packages = (
  JSON.parse(readFileSync(path.join(PROJECT, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, { readonly engines?: { readonly node?: string } }>>;
  }
).packages;

// Proves I8-node-1
it('every package runs on every version of Node.js that package.json allows', () => {
  const allowed = packages['']?.engines?.node ?? '';
  expect(subset('20.19.0 || 22.13.0 || 24.0.0 || 26.0.0', allowed)).toBe(true);
  const others = Object.entries(packages)
    .map(([name, { engines }]) => ({ name, node: engines?.node ?? '*' }))
    .filter(({ node }) => !subset(allowed, node));
  expect(others).toEqual([]);
});
