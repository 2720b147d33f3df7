import { addElement, type Element, elementOf, writeElement } from './elements.ts';
import { type Line, type Node, type Pdf, pdfmakeParts, type Row } from './pdfmakeParts.ts';
import { placeParts } from './scripts.ts';

/** Properties of nodes and of texts that nothing tags yet. */
const UNTAGGED = 'image svg canvas qr attachment ol link linkToPage linkToDestination'.split(' ');

/**
 * Makes pdfmake write tags, which tell a screen reader what is a heading, a paragraph, a list, a table, its rows, cells and
 * their headers, in the order of the document. Rules, fills, watermarks, page headers and footers and repeated header rows
 * become artifacts, which it skips. Pictures, links and numbered lists are refused: nothing tags them yet.
 *
 * pdfmake itself writes no tags, but PDFKit, which it writes with, can. For all documents of the process.
 * @param headings the tags of headings by their style, e.g. `H1`
 */
export function writeTags(headings: Readonly<Record<string, string>>): void {
  const { layout, renderer } = pdfmakeParts();
  if ('writesTags' in layout.default) return;
  const documents = new WeakMap<Pdf, Element>();
  /** The element of each line. pdfmake copies a line to move or repeat it: copies share the inlines. */
  const elements = new WeakMap<Line['inlines'], Element>();

  layout.default = class extends layout.default {
    static readonly writesTags = true;
    /** The element being laid out; none in page headers and footers. */
    #parent: Element | undefined;
    #row: Row | undefined;

    override layoutDocument(content: unknown, pdf: Pdf, ...more: readonly unknown[]): unknown {
      this.#parent = { tag: 'Document', attributes: undefined, contents: [] };
      documents.set(pdf, this.#parent);
      return super.layoutDocument(content, pdf, ...more);
    }

    override addHeadersAndFooters(header: unknown, footer: unknown): void {
      this.#parent = undefined;
      super.addHeadersAndFooters(header, footer);
    }

    override processNode(node: Node, inRow?: boolean): void {
      refuseUntagged(node);
      const parent = this.#parent;
      this.#parent = parent && elementOf(node, parent, this.#row, headings);
      super.processNode(node, inRow);
      this.#parent = parent;
    }

    override processRow(row: Row): unknown {
      const [parent, outer] = [this.#parent, this.#row];
      this.#row = row;
      if (row.tableNode !== undefined) this.#parent = parent && addElement(parent, 'TR');
      const result = super.processRow(row);
      [this.#parent, this.#row] = [parent, outer];
      return result;
    }

    override buildNextLine(node: Node): Line | null {
      const line = super.buildNextLine(node);
      line?.inlines.forEach(refuseUntagged);
      if (line !== null) placeParts(line);
      if (line?.inlines.some(({ text }) => text.trim() !== '') && this.#parent !== undefined) {
        elements.set(line.inlines, this.#parent);
      }
      return line;
    }
  };

  renderer.default = class extends renderer.default {
    override renderPages(pages: unknown): void {
      super.renderPages(pages);
      const document = documents.get(this.pdfDocument);
      if (document !== undefined) writeElement(document, this.pdfDocument);
      // to PDFKit the glyph for a missing character, which each font has, means U+0000; PDF/A-3a has no such character
      for (const { unicode } of Object.values(this.pdfDocument._fontFamilies)) unicode[0] = [0xfffd];
    }

    override renderLine(line: Line, x: number, y: number): void {
      const element = elements.get(line.inlines);
      // a further copy of it repeats a header row
      elements.delete(line.inlines);
      if (element === undefined) this.#artifact('Pagination', () => super.renderLine(line, x, y));
      else {
        element.contents.push(this.pdfDocument.markStructureContent(element.tag));
        super.renderLine(line, x, y);
        this.pdfDocument.endMarkedContent();
      }
    }

    override renderVector(vector: unknown): void {
      this.#artifact('Layout', () => super.renderVector(vector));
    }

    override renderWatermark(page: unknown): void {
      this.#artifact('Pagination', () => super.renderWatermark(page));
    }

    #artifact(type: 'Layout' | 'Pagination', write: () => void): void {
      this.pdfDocument.markContent('Artifact', { type });
      write();
      this.pdfDocument.endMarkedContent();
    }
  };
}

function refuseUntagged(part: object): void {
  const kind = UNTAGGED.find((name) => (part as Readonly<Record<string, unknown>>)[name]);
  if (kind !== undefined) throw new Error(`Nothing tags ${kind} in a PDF yet`);
}
