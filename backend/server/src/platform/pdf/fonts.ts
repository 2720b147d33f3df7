import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/**
 * Packages of the Noto fonts for what Roboto lacks, the preferred one first. Each comes in parts of some hundred characters,
 * named in its unicode.json; `parts` are those that no other package has.
 */
const PACKAGES: readonly { readonly name: string; readonly parts: RegExp }[] = [
  { name: '@fontsource-variable/noto-sans-hebrew', parts: /^hebrew$/ },
  { name: '@fontsource-variable/noto-sans-arabic', parts: /^arabic$/ },
  { name: '@fontsource-variable/noto-sans-devanagari', parts: /^devanagari$/ },
  { name: '@fontsource-variable/noto-sans-thai', parts: /^thai$/ },
  { name: '@fontsource-variable/noto-sans-sc', parts: /^\[\d+\]$|^latin-ext$|^vietnamese$/ },
  { name: '@fontsource-variable/noto-sans-kr', parts: /^\[\d+\]$/ },
  { name: '@fontsource-variable/noto-sans-jp', parts: /^\[\d+\]$/ },
  { name: '@fontsource-variable/noto-emoji', parts: /^\[\d+\]$/ },
  { name: '@fontsource/noto-sans-symbols-2', parts: /^(symbols|braille|math)$/ },
];

/** A part of a font: its name, its file, and the characters that it may have. */
interface FontPart {
  readonly family: string;
  readonly file: string;
  readonly ranges: readonly (readonly [first: number, last: number])[];
}

export interface LoadedFont {
  readonly family: string;
  readonly normal: Buffer;
  readonly bold: Buffer;
  readonly characters: ReadonlySet<number>;
}

let parts: readonly FontPart[] | undefined;

function allParts(): readonly FontPart[] {
  parts ??= PACKAGES.flatMap(({ name, parts: wanted }) => partsOf(name, wanted));
  return parts;
}

function partsOf(name: string, wanted: RegExp): FontPart[] {
  const load = createRequire(import.meta.url);
  const ranges = load(`${name}/unicode.json`) as Readonly<Record<string, string>>;
  const font = name.slice(name.indexOf('/') + 1);
  const weight = name.startsWith('@fontsource-variable/') ? 'wght' : '400';
  return Object.entries(ranges)
    .filter(([part]) => wanted.test(part))
    .map(([part, text]) => ({
      family: `${font} ${part}`,
      file: load.resolve(`${name}/files/${font}-${part.replace(/[[\]]/g, '')}-${weight}-normal.woff2`),
      ranges: text.split(',').map((range) => {
        const [first = 0, last = first] = range
          .replace(/^U\+/i, '')
          .split('-')
          .map((code) => Number.parseInt(code, 16));
        return [first, last] as const;
      }),
    }));
}

/** The fonts that may have a character, the preferred one first. */
export function familiesFor(codePoint: number): readonly string[] {
  return allParts()
    .filter(({ ranges }) => ranges.some(([first, last]) => codePoint >= first && codePoint <= last))
    .map(({ family }) => family);
}

/** Fonts by family, loaded once in each process. */
const loaded = new Map<string, Promise<LoadedFont>>();
let roboto: Promise<ReadonlySet<number>> | undefined;

/**
 * The fonts besides Roboto that a text needs: for each character the first that has it.
 * @param robotoFile where Roboto is
 */
export async function fontsFor(text: string, robotoFile: string): Promise<readonly LoadedFont[]> {
  const special = new Set(text.normalize('NFC').replace(/[\n\r\t -~]/g, ''));
  if (special.size === 0) return [];
  roboto ??= readFile(robotoFile).then(charactersOf);
  const known = await roboto;
  const wanted = new Set<LoadedFont>();
  for (const character of special) {
    for (const form of new Set([character, ...character.normalize('NFKC')])) {
      const font = await fontOf(form.codePointAt(0) ?? 0, known);
      if (font === 'roboto') break;
      if (font !== null) wanted.add(font);
      if (font !== null && form === character) break;
    }
  }
  return [...wanted];
}

async function fontOf(code: number, known: ReadonlySet<number>): Promise<LoadedFont | 'roboto' | null> {
  if (known.has(code)) return 'roboto';
  for (const family of familiesFor(code)) {
    const font = loaded.get(family) ?? loadFont(family);
    loaded.set(family, font);
    if ((await font).characters.has(code)) return font;
  }
  return null;
}

const charactersOf = async (file: Buffer): Promise<ReadonlySet<number>> => {
  const { create } = await import('fontkit');
  const font = create(file);
  return new Set('characterSet' in font ? font.characterSet : []);
};

async function loadFont(family: string): Promise<LoadedFont> {
  const part = allParts().find((each) => each.family === family);
  if (part === undefined) throw new Error(`There is no font ${family}`);
  const { default: subsetFont } = await import('subset-font');
  const font = await readFile(part.file);
  // PDFKit's subsets of variable fonts fail: each weight is made a font of its own
  const inWeight = (wght: number) => {
    const options = {
      targetFormat: 'truetype' as const,
      keepAllGlyphs: true,
      ...(part.file.includes('-wght-') ? { variationAxes: { wght } } : {}),
    };
    return subsetFont(font, '', options);
  };
  const normal = await inWeight(400);
  return { family, normal, bold: await inWeight(500), characters: await charactersOf(normal) };
}
