import {
  IDEMPOTENCY_KEY,
  MAX_IMPORT_BYTES,
  paths,
  type SiteImportAnswer,
  siteImportAnswerSchema,
} from '@portal/contract';
import { call } from '../../shared/http/http.ts';
import { problemIn, UserError } from '../../shared/http/problem.ts';
import { sessionExpired } from '../../shared/http/sessionExpired.ts';
import { type CheckedRows, checkedRows } from './importRows.ts';

/** Each upload is a new action, whatever the outcome of the last one. */
const ownKey = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), String).join('-');

/** POST /api/site-import. @throws UserError for an empty or large file, HttpError, TypeError when the network fails */
async function uploadSites(file: File): Promise<SiteImportAnswer> {
  if (file.size > MAX_IMPORT_BYTES) throw new UserError('The file is larger than 5 MB. Please split it.');
  if (file.size === 0) throw new UserError('The file is empty.');
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

/** A file's rows, checked by the server. @throws as uploadSites does */
export const checkFile = async (file: File): Promise<CheckedRows> => checkedRows(await uploadSites(file));
