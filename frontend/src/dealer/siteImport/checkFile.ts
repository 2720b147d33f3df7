import {
  IDEMPOTENCY_KEY,
  MAX_IMPORT_BYTES,
  paths,
  type SiteImportAnswer,
  siteImportAnswerSchema,
} from '@portal/contract';
import { call } from '../../shared/http/http.ts';
import { problemIn, ToldError } from '../../shared/http/problem.ts';
import { sessionExpired } from '../../shared/http/sessionExpired.ts';
import { type CheckedRows, checkedRows } from './importRows.ts';

/** Each file is a question of its own, whatever became of the one before. */
const ownKey = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), String).join('-');

/** POST /api/site-import with the file's bytes as they are. @throws ToldError for a file that is none, an HttpError, TypeError where the network fails */
async function uploadSites(file: File): Promise<SiteImportAnswer> {
  if (file.size > MAX_IMPORT_BYTES) throw new ToldError('The file is larger than 5 MB. Please split it.');
  if (file.size === 0) throw new ToldError('The file is empty.');
  const response = await call(paths.siteImport, {
    method: 'POST',
    body: file,
    headers: { 'Content-Type': 'text/csv', [IDEMPOTENCY_KEY]: ownKey() },
  });
  const text = await response.text();
  if (response.ok) return siteImportAnswerSchema.parse(JSON.parse(text));
  if (response.status === 401) await sessionExpired();
  throw problemIn(text, response);
}

/** A file's rows, as the server checked them. @throws Error with words for a person */
export const checkFile = async (file: File): Promise<CheckedRows> => checkedRows(await uploadSites(file));
