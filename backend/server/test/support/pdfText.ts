import { extractText, getDocumentProxy, getMeta } from 'unpdf';

/** What a reader can select in a PDF: the text of each page, spaces and line breaks made one space. */
export async function pdfPages(pdf: Uint8Array): Promise<readonly string[]> {
  const document = await getDocumentProxy(new Uint8Array(pdf));
  const { text } = await extractText(document, { mergePages: false });
  return text.map((page) => page.replace(/\s+/g, ' ').trim());
}

/** The whole text of a PDF. */
export async function pdfText(pdf: Uint8Array): Promise<string> {
  return (await pdfPages(pdf)).join(' ');
}

/** Title, author and the like of a PDF. */
export async function pdfInfo(pdf: Uint8Array): Promise<Record<string, unknown>> {
  const { info } = await getMeta(await getDocumentProxy(new Uint8Array(pdf)));
  return info as Record<string, unknown>;
}

/** A text as it stands on a page, in points from the left; the page's own width beside it. */
export interface PdfPlace {
  readonly page: number;
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly y: number;
  readonly pageWidth: number;
}

/** Where each text of a PDF stands. */
export async function pdfPlaces(pdf: Uint8Array): Promise<readonly PdfPlace[]> {
  const document = await getDocumentProxy(new Uint8Array(pdf));
  const pages = Array.from({ length: document.numPages }, async (_, index) => {
    const page = await document.getPage(index + 1);
    const [, , pageWidth = 0] = page.view;
    const { items } = await page.getTextContent();
    return items.flatMap((item) => {
      if (!('str' in item) || item.str.trim() === '') return [];
      const [, , , , left = 0, y = 0] = item.transform as readonly number[];
      return [{ page: index + 1, text: item.str, left, right: left + item.width, y, pageWidth }];
    });
  });
  return (await Promise.all(pages)).flat();
}
