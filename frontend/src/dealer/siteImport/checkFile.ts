import { type CheckedRows, checkedRows } from './importRows.ts';
import { uploadSites } from './uploadSites.ts';

/** A file's rows, as the server checked them. @throws Error with words for a person */
export const checkFile = async (file: File): Promise<CheckedRows> => checkedRows(await uploadSites(file));
