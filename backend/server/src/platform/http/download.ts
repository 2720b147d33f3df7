import type { ContentAnswer } from './route.ts';

const TYPES: Readonly<Record<string, string>> = { pdf: 'application/pdf', csv: 'text/csv; charset=utf-8' };

/** A download; its type follows from the ending (pdf, csv). */
export function download(filename: string, content: ContentAnswer['content']): ContentAnswer {
  const ending = filename.slice(filename.lastIndexOf('.') + 1);
  return {
    content,
    type: TYPES[ending] ?? 'application/octet-stream',
    headers: { 'Content-Disposition': `attachment; filename="${filename}"` },
  };
}
