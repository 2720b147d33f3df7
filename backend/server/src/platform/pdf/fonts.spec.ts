import files from 'node:fs/promises';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';

const pdfmake = createRequire(import.meta.url).resolve('pdfmake/package.json');
const ROBOTO = path.join(path.dirname(pdfmake), 'fonts/Roboto/Roboto-Regular.ttf');

/** Files of Noto fonts that were read, without folders. */
const read: string[] = [];
let fonts: typeof import('./fonts.ts');
beforeAll(async () => {
  const readFile = files.readFile;
  vi.spyOn(files, 'readFile').mockImplementation(((file: string, ...rest: []) => {
    if (/noto/.test(file)) read.push(path.basename(file));
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

const familiesOf = async (text: string) => (await fonts.fontsFor(text, ROBOTO)).map(({ family }) => family);

// Proves I35-32
it.each(['Harbor Access', 'Café Łódź Ελλάδα Київ'])('loads no font for %s', async (text) => {
  expect(await familiesOf(text)).toEqual([]);
  expect(read).toEqual([]);
});

// Proves I35-32
it('loads only the parts of fonts that a text needs, and each once', async () => {
  const chinese = expect.stringMatching(/^noto-sans-sc \[\d+\]$/);
  expect(await familiesOf('Harbor 株式会社')).toEqual([chinese]);
  expect(read).toEqual([expect.stringMatching(/^noto-sans-sc-\d+-wght-normal\.woff2$/)]);
  read.splice(0);
  expect(await familiesOf('株式会社 שער')).toEqual([chinese, 'noto-sans-hebrew hebrew']);
  expect(read).toEqual(['noto-sans-hebrew-hebrew-wght-normal.woff2']);
});
