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
