import { Readable } from 'node:stream';
import type { Answer } from './route.ts';

const TYPES: Readonly<Record<string, string>> = { pdf: 'application/pdf', csv: 'text/csv; charset=utf-8' };

/** A download; its type follows from the ending (pdf, csv). */
export function download(filename: string, content: Buffer | string | Readable): Answer {
  const ending = filename.slice(filename.lastIndexOf('.') + 1);
  const type = TYPES[ending] ?? 'application/octet-stream';
  const headers = { 'Content-Disposition': `attachment; filename="${filename}"` };
  if (content instanceof Readable) return { stream: content, type, headers };
  return { bytes: typeof content === 'string' ? Buffer.from(content, 'utf8') : content, type, headers };
}
