import { inflateSync } from 'node:zlib';
import { getDocumentProxy } from 'unpdf';

/** A part of a page's structure: an element, or a place where its text is written. */
interface Part {
  readonly role?: string;
  readonly id?: string;
  readonly children?: readonly Part[];
}

/**
 * What a screen reader reads of each page: a line for each element, indented by its depth, with the text in it, e.g.
 * `TH Amount`. The document itself has no line. A page that shows a part of a table has all its cells, those elsewhere without
 * text. Text outside all elements that is no artifact is `untagged`.
 */
export async function pdfTags(pdf: Uint8Array): Promise<readonly (readonly string[])[]> {
  const document = await getDocumentProxy(new Uint8Array(pdf));
  const pages = Array.from({ length: document.numPages }, async (_, index) => {
    const page = await document.getPage(index + 1);
    const { items } = await page.getTextContent({ includeMarkedContent: true });
    const texts = new Map<string, string>();
    let place = '';
    for (const item of items) {
      if ('str' in item) texts.set(place, (texts.get(place) ?? '') + item.str);
      else place = item.type === 'endMarkedContent' ? '' : (item.id ?? 'artifact');
    }
    const outside = texts.get('')?.trim();
    const tree: Part | null = await page.getStructTree();
    const lines = (tree?.children ?? []).flatMap((part) => linesOf(part, texts));
    return outside ? [...lines, `untagged ${outside}`] : lines;
  });
  return Promise.all(pages);
}

function linesOf({ role, children = [] }: Part, texts: ReadonlyMap<string, string>): string[] {
  const text = children.map(({ id }) => texts.get(id ?? '') ?? '').join('');
  const inner = children.filter((child) => child.role !== undefined);
  if (role === 'Root' || role === 'Document') return inner.flatMap((child) => linesOf(child, texts));
  return [
    `${role} ${text.replace(/\s+/g, ' ').trim()}`.trim(),
    ...inner.flatMap((child) => linesOf(child, texts)).map((line) => `  ${line}`),
  ];
}

/** Whether a PDF says that it is tagged, and its language. */
export async function pdfMarks(pdf: Uint8Array): Promise<{ marked: boolean; language: unknown }> {
  const document = await getDocumentProxy(new Uint8Array(pdf));
  const { info } = await document.getMetadata();
  const marks = await document.getMarkInfo();
  return { marked: marks?.Marked ?? false, language: (info as Record<string, unknown>).Language };
}

/** The compressed parts of a PDF, as texts: pages and fonts. */
export function pdfStreams(pdf: Buffer): readonly string[] {
  const streams = pdf.toString('latin1').matchAll(/\/FlateDecode[^>]*>>\nstream\n(.*?)\nendstream/gs);
  return [...streams].map(([, stream = '']) => inflateSync(Buffer.from(stream, 'latin1')).toString('latin1'));
}
