import { type NewSiteRequest, newSiteSchema, PLAIN, type SiteImportAnswer } from '@portal/contract';

export interface GoodRow {
  readonly line: number;
  readonly site: NewSiteRequest;
  /** What the server completed. */
  readonly notes: readonly string[];
}

export interface BrokenRow {
  readonly line: number;
  readonly errors: readonly { readonly path: string; readonly message: string }[];
}

export interface CheckedRows {
  readonly good: readonly GoodRow[];
  readonly broken: readonly BrokenRow[];
  /** Number of invalid rows that the server does not list. */
  readonly unnamed: number;
}

/** The server's answer as valid and invalid rows. */
export function checkedRows({ rows, broken: count }: Pick<SiteImportAnswer, 'rows' | 'broken'>): CheckedRows {
  const good: GoodRow[] = [];
  const broken: BrokenRow[] = [];
  for (const { line, site, errors, notes = [] } of rows) {
    const read = newSiteSchema.safeParse(site, PLAIN);
    if (errors.length === 0 && read.success) good.push({ line, site: read.data, notes });
    else broken.push({ line, errors: errors.length > 0 ? errors : [{ path: '', message: 'Not a site' }] });
  }
  return { good, broken, unnamed: Math.max(0, count - broken.length) };
}
