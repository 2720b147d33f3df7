import type { Content, StyleDictionary, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { escapeMarkup } from '../escapeMarkup.ts';
import { fitColumns } from './fitColumns.ts';
import { BASE, fontsFor, type LoadedFont } from './fonts.ts';
import { writeScripts } from './scripts.ts';
import { writeTags } from './writeTags.ts';

/** Whose paper it is: stands in the head of the first page and at the foot of each (COMPANY_* settings). */
export interface Letterhead {
  readonly name: string;
  readonly address: string;
  readonly phone: string;
  readonly email: string;
  /** How invoices are paid beside card and check (COMPANY_PAYMENT_NOTE); absent for nothing. */
  readonly paymentNote?: string;
}

/** A document to print. The same one gives the same bytes, whenever and wherever it is rendered. */
export interface PdfDocument {
  readonly title: string;
  /** What kind of paper it is, in capitals at the right of the head, e.g. `INVOICE`. */
  readonly heading: string;
  /** ISO instant that stands as the time of its making: the facts' own, never the clock's. */
  readonly madeAt: string;
  /** Plain data, without functions. Made afresh for each call: pdfmake writes into it. */
  readonly content: Content[];
  readonly landscape?: boolean;
  /** A word across each page, for a paper that doesn't count any more. */
  readonly watermark?: string;
}

/** A name whose direction changes nothing beside it: without it the figures after a name from right to left change places. */
export const isolated = (text: string): Content => ({ text, ...{ isolated: true } });

/** Colors that also read well in black and white. */
export const INK = '#102a43';
export const SOFT = '#48617a';
export const RULE = '#c8d3de';
export const BRAND = '#0f6f63';
const SHADE = '#eef3f7';
export const WARNING = '#9b1c1c';

const styles: StyleDictionary = {
  company: { fontSize: 15, bold: true, color: BRAND },
  heading: { fontSize: 20, bold: true, color: INK, characterSpacing: 1.5 },
  title: { fontSize: 13, bold: true, color: INK, margin: [0, 10, 0, 6] },
  part: { fontSize: 11, bold: true, color: INK, margin: [0, 4, 0, 8] },
  label: { fontSize: 8, color: SOFT },
  small: { fontSize: 8, color: SOFT, lineHeight: 1.25 },
  tableHead: { fontSize: 8.5, bold: true, color: INK, fillColor: SHADE },
  total: { fontSize: 12, bold: true, color: INK },
  due: { fontSize: 18, bold: true, color: INK },
};

const HEADINGS = { heading: 'H1', title: 'H2', part: 'H3' };

/** The layout of a table whose rows are divided by thin rules, with none at the sides. */
export const RULED = 'ruled';
/** The layout of a table that stands out as one shaded box. */
export const BOXED = 'boxed';
const LAYOUTS = {
  [BOXED]: {
    hLineWidth: () => 0,
    vLineWidth: () => 0,
    fillColor: () => SHADE,
    paddingTop: () => 8,
    paddingBottom: () => 8,
    paddingLeft: () => 10,
    paddingRight: () => 10,
  },
  [RULED]: {
    hLineWidth: () => 0.5,
    vLineWidth: () => 0,
    hLineColor: () => RULE,
    paddingTop: () => 4,
    paddingBottom: () => 4,
    paddingLeft: () => 4,
    paddingRight: () => 4,
  },
};

/**
 * A document as PDF/A-3a: text that can be selected and searched, tags for screen readers, fonts embedded, head and foot of the
 * company, page numbers. It is in Geist as the pages are; what Geist lacks is in Roboto and Noto fonts, loaded when a document
 * needs them. A character that no font has becomes a question mark.
 * Reads no file but the fonts and asks no other server.
 */
export async function renderPdf(document: PdfDocument, letterhead: Letterhead): Promise<Buffer> {
  loading ??= load();
  const pdfmake = await loading;
  const fonts = await fontsFor(JSON.stringify([document, letterhead]));
  useFonts(pdfmake, fonts);
  const pdf = pdfmake.createPdf(definitionOf(document, letterhead));
  escapeMetadata(await pdf.getStream());
  return pdf.getBuffer();
}

/** PDFKit writes title, names and kind as they are into XML, which an & would make unreadable. */
function escapeMetadata(pdf: PDFKit.PDFDocument): void {
  const { _addInfo: addInfo } = pdf as PDFKit.PDFDocument & { _addInfo(): void };
  Object.assign(pdf, {
    _addInfo() {
      // they are also written elsewhere, before, and not as XML
      for (const [name, value] of Object.entries(pdf.info)) {
        if (typeof value === 'string') Object.assign(pdf.info, { [name]: escapeMarkup(value) });
      }
      addInfo.call(pdf);
    },
  });
}

function definitionOf(document: PdfDocument, letterhead: Letterhead): TDocumentDefinitions {
  const { title, heading, madeAt, content, landscape = false, watermark } = document;
  const at = new Date(madeAt);
  return {
    info: {
      title,
      author: letterhead.name,
      subject: heading,
      creator: letterhead.name,
      producer: letterhead.name,
      creationDate: at,
      modDate: at,
    },
    // for archiving: the file holds all it needs to look the same in years, and (level A) to be read aloud
    subset: 'PDF/A-3a',
    tagged: true,
    version: '1.7',
    language: 'en-US',
    displayTitle: true,
    pageSize: 'LETTER',
    pageOrientation: landscape ? 'landscape' : 'portrait',
    pageMargins: [48, 48, 48, 60],
    defaultStyle: { font: BASE, fontFeatures: ['tnum'], fontSize: 9.5, lineHeight: 1.15, color: INK },
    styles,
    ...(watermark === undefined
      ? {}
      : { watermark: { text: watermark, color: WARNING, opacity: 0.12, bold: true } }),
    content: [headOf(heading, letterhead), ...content],
    footer: (page, pages) => ({
      margin: [48, 18, 48, 0],
      columns: [
        { text: [letterhead.name, letterhead.phone, letterhead.email].join('  ·  '), style: 'small' },
        { text: `Page ${page} of ${pages}`, style: 'small', alignment: 'right', width: 90 },
      ],
    }),
  };
}

function headOf(heading: string, { name, address, phone, email }: Letterhead): Content {
  return {
    columns: [
      {
        stack: [
          { text: name, style: 'company' },
          { text: address, style: 'small' },
          { text: `${phone}  ·  ${email}`, style: 'small' },
        ],
      },
      { text: heading, style: 'heading', alignment: 'right' },
    ],
    columnGap: 24,
    margin: [0, 0, 0, 18],
  };
}

type Pdfmake = typeof import('pdfmake') & {
  readonly virtualfs: { writeFileSync(name: string, content: Buffer): void };
};
let loading: Promise<Pdfmake> | undefined;

/** Loaded with the first document, without a way to any file or other server. */
async function load(): Promise<Pdfmake> {
  const pdfmake = (await import('pdfmake')).default as unknown as Pdfmake;
  pdfmake.setTableLayouts(LAYOUTS);
  writeTags(HEADINGS);
  fitColumns();
  writeScripts();
  pdfmake.setUrlAccessPolicy(() => false);
  pdfmake.setLocalAccessPolicy(() => false);
  return pdfmake;
}

/** Only those of the next document: with the fonts of earlier ones its bytes would depend on these. */
function useFonts(pdfmake: Pdfmake, fonts: readonly LoadedFont[]): void {
  pdfmake.clearFonts();
  for (const { family, normal, bold } of fonts) {
    const [usual, strong] = [`${family} normal`, `${family} bold`];
    pdfmake.virtualfs.writeFileSync(usual, normal);
    pdfmake.virtualfs.writeFileSync(strong, bold);
    pdfmake.addFonts({ [family]: { normal: usual, bold: strong, italics: usual, bolditalics: strong } });
  }
}
