import bidiJs, { type Bidi } from 'bidi-js';
import { BASE, familiesFor } from './fonts.ts';
import { type Inline, type InlineText, type Line, type PdfFont, pdfmakeParts } from './pdfmakeParts.ts';

// its types tell of an ES module, and Node loads the other one
const bidi = (bidiJs as unknown as () => Bidi)();
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}]/u;
/** Texts that the base font has and that run left to right. */
const SIMPLE = /^[\n\r\t -~]*$/;
/** Characters without a glyph of their own, which fonts need only to shape others. */
const INVISIBLE = /^\p{Default_Ignorable_Code_Point}$/u;
/** Numbers, words, and single other characters: each has one direction. */
const DIRECTED = /\p{N}+|[\p{L}\p{M}\u200c\u200d]+|[\s\S]/gu;

/**
 * Makes pdfmake write each character in a font that has it; one that no font has becomes a question mark. For all documents of
 * the process.
 */
export function writeScripts(): void {
  const parts = pdfmakeParts();
  parts.inlines.default = class extends parts.inlines.default {
    override measure(texts: readonly InlineText[], styles: unknown): Inline[] {
      const isMixed = texts.some(({ text }) => RIGHT_TO_LEFT.test(text));
      const split = texts.flatMap((text) =>
        SIMPLE.test(text.text) && !isMixed ? [text] : this.#split(text, isMixed),
      );
      return super.measure(split, styles);
    }

    /** The parts of a text that are each in one font and direction. They are broken into lines only as a whole. */
    #split(whole: InlineText, isMixed: boolean): InlineText[] {
      const text = whole.text.normalize('NFC');
      const pieces = isMixed ? (text.match(DIRECTED) ?? []) : [text];
      const runs = pieces.flatMap((piece) => this.#runsOf(piece));
      if (runs.length === 0) return [{ ...whole, text: '' }];
      return runs.map(({ text: part, font }, index) => ({
        ...whole,
        text: part,
        ...(font === undefined ? {} : { font }),
        // whole letters, which readers of the file understand, not their strokes and dots
        ...(font?.includes('arabic') ? { fontFeatures: { ccmp: false } } : {}),
        ...(index < runs.length - 1 ? { noNewLine: true, lineEnd: false } : {}),
      }));
    }

    #runsOf(piece: string): { text: string; readonly font: string | undefined }[] {
      const runs: { text: string; readonly font: string | undefined }[] = [];
      for (const character of piece) {
        const last = runs.at(-1);
        const code = character.codePointAt(0) ?? 0;
        if (last && INVISIBLE.test(character)) {
          // only some fonts join letters with them
          if (last.font?.includes('arabic') || last.font?.includes('devanagari')) last.text += character;
          continue;
        }
        if (INVISIBLE.test(character)) continue;
        // marks stay with their letter
        if (last && /\p{M}/u.test(character) && this.#has(last.font, code)) {
          last.text += character;
          continue;
        }
        const { text, font } = this.#shown(character);
        if (last !== undefined && last.font === font) last.text += text;
        else runs.push({ text, font });
      }
      return runs;
    }

    /** A character in the first font that has it, or else what it stands for, e.g. a plain letter for a mathematical one. */
    #shown(character: string): { readonly text: string; readonly font: string | undefined } {
      for (const text of [character, character.normalize('NFKC')]) {
        const codes = Array.from(text, (part) => part.codePointAt(0) ?? 0);
        const fonts = [undefined, ...familiesFor(codes[0] ?? 0)];
        const at = fonts.findIndex((font) => codes.every((code) => this.#has(font, code)));
        if (at >= 0) return { text, font: fonts[at] };
      }
      return { text: '?', font: undefined };
    }

    #has(font: string | undefined, code: number): boolean {
      const { pdfDocument } = this;
      if (font !== undefined && pdfDocument.fonts[font] === undefined) return false;
      return pdfDocument.provideFont(font ?? BASE, false, false).font.hasGlyphForCodePoint(code);
    }
  };

  parts.document.default = class extends parts.document.default {
    override provideFont(family: string, bold: boolean, italics: boolean): PdfFont {
      if (family === BASE) return super.provideFont(family, bold, italics);
      // PDFKit takes fonts of one name for one font, and the parts of a font share theirs
      const families = this._fontFamilies;
      this._fontFamilies = {};
      const font = super.provideFont(family, bold, italics);
      this._fontFamilies = { ...families, [`${family} ${bold}`]: font };
      return font;
    }
  };
}

/**
 * Places the parts of a line in the order in which they are read, after the Unicode Bidirectional Algorithm in a paragraph from
 * left to right. They stay in the order of the text, which readers of the file follow.
 */
export function placeParts({ inlines }: Line): void {
  const text = inlines.map((inline) => inline.text).join('');
  if (!RIGHT_TO_LEFT.test(text)) return;
  const levels = levelsOf(inlines);
  const placed = inlines.map((inline, index) => ({ inline, level: levels[index] ?? 0 }));
  // spaces at the end of a line belong to its paragraph
  for (let index = placed.length - 1; placed[index]?.inline.text.trim() === ''; index -= 1) {
    placed[index] = { ...(placed[index] as (typeof placed)[number]), level: 0 };
  }
  let x = Math.min(...inlines.map((inline) => inline.x));
  const most = Math.max(...placed.map(({ level }) => level));
  let order = placed;
  for (let level = most; level > 0; level -= 1) order = reversed(order, level);
  for (const { inline, level } of order) {
    if (level % 2 === 1) inline.text = bidi.getMirroredCharacter(inline.text) ?? inline.text;
    inline.x = x;
    x += inline.width;
  }
}

const ISOLATE = '\u2066';
const END_OF_ISOLATE = '\u2069';

/** The embedding level of each part. */
function levelsOf(inlines: Line['inlines']): readonly number[] {
  let text = '';
  const starts = inlines.map((inline, index) => {
    const before = inlines[index - 1]?.isolated === true;
    if (before && !inline.isolated) text += END_OF_ISOLATE;
    if (!before && inline.isolated) text += ISOLATE;
    const start = text.length;
    text += inline.text;
    return start;
  });
  const { levels } = bidi.getEmbeddingLevels(text, 'ltr');
  return starts.map((start) => levels[start] ?? 0);
}

/** Reverses each row of neighbours that have at least a level. */
function reversed<T extends { readonly level: number }>(parts: readonly T[], level: number): T[] {
  const result: T[] = [];
  let row: T[] = [];
  for (const part of parts) {
    if (part.level >= level) row.unshift(part);
    else {
      result.push(...row, part);
      row = [];
    }
  }
  return [...result, ...row];
}
