import { createRequire } from 'node:module';

export interface Node {
  readonly text?: unknown;
  readonly style?: unknown;
  readonly table?: { readonly headerRows?: number };
  readonly ul?: unknown;
  readonly colSpan?: number;
  readonly rowSpan?: number;
}

export interface PdfFont {
  readonly font: { hasGlyphForCodePoint(code: number): boolean };
  /** What each glyph in use stands for. */
  readonly unicode: (readonly number[])[];
}

/** A piece of text before its font is known. */
export interface InlineText {
  readonly text: string;
  readonly font?: string;
  /** Features of OpenType, on or off. */
  readonly fontFeatures?: Readonly<Record<string, boolean>>;
  /** Stays on the line of the next piece. */
  readonly noNewLine?: boolean;
  readonly lineEnd?: boolean;
  /** Its direction changes nothing beside it. */
  readonly isolated?: boolean;
}

export interface Inline {
  text: string;
  /** From the start of its line, in points. */
  x: number;
  readonly width: number;
  readonly font: PdfFont;
  readonly isolated?: boolean;
}

interface TextInlines {
  readonly pdfDocument: Pdf;
  measure(texts: readonly InlineText[], styles: unknown): Inline[];
}

export interface Line {
  readonly inlines: readonly Inline[];
}

/** A row of a table, or columns: these have no tableNode. */
export interface Row {
  readonly cells: readonly Node[];
  readonly tableNode?: Node;
  readonly rowIndex?: number;
}

interface LayoutBuilder {
  layoutDocument(content: unknown, pdf: Pdf, ...more: readonly unknown[]): unknown;
  processNode(node: Node, inRow?: boolean): void;
  processRow(row: Row): unknown;
  buildNextLine(node: Node): Line | null;
  addHeadersAndFooters(header: unknown, footer: unknown): void;
}

interface Renderer {
  readonly pdfDocument: Pdf;
  renderPages(pages: unknown): void;
  renderLine(line: Line, x: number, y: number): void;
  renderVector(vector: unknown): void;
  renderWatermark(page: unknown): void;
}

/** A column of a table or of columns side by side, in points. */
export interface ColumnWidth {
  /** A fixed width; `auto`, or `*` for a share of what is left. */
  readonly width?: number | string | null;
  /** The width of its longest word. */
  _minWidth: number;
}

interface ColumnCalculator {
  buildColumnWidths(columns: readonly ColumnWidth[], available: number, ...more: readonly unknown[]): void;
}

/** PDFKit's document, with what its types lack. */
export interface Pdf extends Omit<PDFKit.PDFDocument, 'ref' | 'getStructTreeRoot'> {
  struct(
    tag: string,
  ): PDFKit.PDFStructureElement & { readonly dictionary: { readonly data: { A?: object } } };
  _fontFamilies: Readonly<Record<string, PdfFont>>;
  readonly fonts: Readonly<Record<string, unknown>>;
  provideFont(family: string, bold: boolean, italics: boolean): PdfFont;
}

const load = createRequire(import.meta.url);
const part = <Part>(name: string): { default: new () => Part } => load(`pdfmake/js/${name}.js`);

/**
 * The modules of pdfmake that it is extended by. Its public interface leads to none of them: what replaces `default` is what
 * pdfmake uses from then on. The specs of the tags tell when another version has other ones.
 */
export const pdfmakeParts = () => ({
  layout: part<LayoutBuilder>('LayoutBuilder'),
  renderer: part<Renderer>('Renderer'),
  inlines: part<TextInlines>('TextInlines'),
  document: part<Pdf>('PDFDocument'),
  columns: load('pdfmake/js/columnCalculator.js') as { readonly default: ColumnCalculator },
});
