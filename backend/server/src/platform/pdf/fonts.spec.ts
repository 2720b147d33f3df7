import files from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';

/** Files of fonts that were read, without folders. */
const read: string[] = [];
let fonts: typeof import('./fonts.ts');
beforeAll(async () => {
  const readFile = files.readFile;
  vi.spyOn(files, 'readFile').mockImplementation(((file: string, ...rest: []) => {
    if (/noto|geist|Roboto/.test(file)) read.push(path.basename(file));
    return readFile(file, ...rest);
  }) as typeof readFile);
  syncBuiltinESMExports();
  // an instance of its own: other specs of this process have loaded fonts
  fonts = await import(`${'./fonts.ts'}?nothing-loaded`);
});
beforeEach(() => void read.splice(0));
afterAll(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

const familiesOf = async (text: string) => (await fonts.fontsFor(text)).map(({ family }) => family);

// Proves I35-32
it.each([
  ['Harbor Access · Café', []],
  ['Łódź Київ', ['geist latin-ext', 'geist cyrillic']],
  ['Ελλάδα', ['Roboto']],
] as const)('writes %s in Geist as far as it has the characters', async (text, more) => {
  expect(await familiesOf(text)).toEqual(['geist latin', ...more]);
});

// Proves I35-32
it('loads only the parts of fonts that a text needs, and each once', async () => {
  const chinese = expect.stringMatching(/^noto-sans-sc \[\d+\]$/);
  expect(await familiesOf('Harbor 株式会社')).toEqual(['geist latin', chinese]);
  expect(read).toEqual([expect.stringMatching(/^noto-sans-sc-\d+-wght-normal\.woff2$/)]);
  read.splice(0);
  expect(await familiesOf('株式会社 שער')).toEqual(['geist latin', chinese, 'noto-sans-hebrew hebrew']);
  expect(read).toEqual(['noto-sans-hebrew-hebrew-wght-normal.woff2']);
});
