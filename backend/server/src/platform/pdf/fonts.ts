import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';

/** The part of Geist, the typeface of the pages, that documents are written in as far as it has the characters. */
export const BASE = 'geist latin';
const ROBOTO = 'Roboto';

/** Packages of fonts, the preferred one first. Each comes in parts of some hundred characters, named in its unicode.json. */
interface FontPackage {
  readonly name: string;
  /** Those that no package before it has. */
  readonly parts: RegExp;
}
const GEIST: FontPackage = { name: '@fontsource-variable/geist', parts: /./ };
const NOTO: readonly FontPackage[] = [
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

const load = createRequire(import.meta.url);

let parts: readonly FontPart[] | undefined;

function allParts(): readonly FontPart[] {
  parts ??= [
    ...partsOf(GEIST),
    { family: ROBOTO, file: robotoFile('Regular'), ranges: GREEK_AND_SYMBOLS },
    ...NOTO.flatMap(partsOf),
  ];
  return parts;
}

/** pdfmake brings Roboto, which has Greek letters and more symbols than Geist. */
const robotoFile = (weight: string) =>
  path.join(path.dirname(load.resolve('pdfmake/package.json')), 'fonts/Roboto', `Roboto-${weight}.ttf`);
const GREEK_AND_SYMBOLS = [[0x80, 0xffff]] as const;

function partsOf({ name, parts: wanted }: FontPackage): FontPart[] {
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

/** The fonts that a text needs, `BASE` first: for each character the first that has it. */
export async function fontsFor(text: string): Promise<readonly LoadedFont[]> {
  const special = new Set(text.normalize('NFC').replace(/[\n\r\t -~]/g, ''));
  const wanted = new Set([await fontNamed(BASE)]);
  for (const character of special) {
    for (const form of new Set([character, ...character.normalize('NFKC')])) {
      const font = await fontOf(form.codePointAt(0) ?? 0);
      if (font !== null) wanted.add(font);
      if (font !== null && form === character) break;
    }
  }
  return [...wanted];
}

async function fontOf(code: number): Promise<LoadedFont | null> {
  for (const family of familiesFor(code)) {
    const font = await fontNamed(family);
    if (font.characters.has(code)) return font;
  }
  return null;
}

function fontNamed(family: string): Promise<LoadedFont> {
  const font = loaded.get(family) ?? loadFont(family);
  loaded.set(family, font);
  return font;
}

const charactersOf = async (file: Buffer): Promise<ReadonlySet<number>> => {
  const { create } = await import('fontkit');
  const font = create(file);
  return new Set('characterSet' in font ? font.characterSet : []);
};

/** Weight of bold text, of 100 to 900. */
const BOLD = 600;

async function loadFont(family: string): Promise<LoadedFont> {
  const part = allParts().find((each) => each.family === family);
  if (part === undefined) throw new Error(`There is no font ${family}`);
  const font = await readFile(part.file);
  if (family === ROBOTO) {
    const bold = await readFile(robotoFile('Medium'));
    return { family, normal: font, bold, characters: await charactersOf(font) };
  }
  const { default: subsetFont } = await import('subset-font');
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
  return { family, normal, bold: await inWeight(BOLD), characters: await charactersOf(normal) };
}
