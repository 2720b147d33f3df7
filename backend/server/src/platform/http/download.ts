import type { Turn } from '../../kernel/fairQueue.ts';
import { HttpProblem } from './errors.ts';
import type { Caller, ContentAnswer, RouteRequest } from './route.ts';

const TYPES: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  csv: 'text/csv; charset=utf-8',
  zip: 'application/zip',
};

/** A download; its type follows from the ending (pdf, csv, zip). */
export function download(filename: string, content: ContentAnswer['content']): ContentAnswer {
  const ending = filename.slice(filename.lastIndexOf('.') + 1);
  return {
    content,
    type: TYPES[ending] ?? 'application/octet-stream',
    headers: { 'Content-Disposition': `attachment; filename="${filename}"` },
  };
}

/** The turn of a request's caller; aborted when the connection ends. */
export function turnFor({ caller, http }: { readonly caller: Caller } & Pick<RouteRequest, 'http'>): Turn {
  const gone = new AbortController();
  const abort = () => gone.abort(new HttpProblem(503, 'The caller is gone'));
  if (http.res.closed) abort();
  else http.res.once('close', abort);
  return { user: caller.id, signal: gone.signal };
}
