import { type NewSiteRequest, newSiteSchema, type SiteImportAnswer } from '@portal/contract';

/** A row that can be ordered. */
export interface GoodRow {
  readonly line: number;
  readonly site: NewSiteRequest;
}

export interface BrokenRow {
  readonly line: number;
  readonly errors: readonly { readonly path: string; readonly message: string }[];
}

export interface CheckedRows {
  readonly good: readonly GoodRow[];
  readonly broken: readonly BrokenRow[];
}

/** The server's answer, sorted into rows to order and rows to mend. */
export function checkedRows({ rows }: Pick<SiteImportAnswer, 'rows'>): CheckedRows {
  const good: GoodRow[] = [];
  const broken: BrokenRow[] = [];
  for (const { line, site, errors } of rows) {
    const read = newSiteSchema.safeParse(site);
    if (errors.length === 0 && read.success) good.push({ line, site: read.data });
    else broken.push({ line, errors: errors.length > 0 ? errors : [{ path: '', message: 'Not a site' }] });
  }
  return { good, broken };
}

/** One site is one name at one address. */
function keyOf({ site }: GoodRow): string {
  const { site_name, site_address, site_city, site_state, site_zip } = site;
  return JSON.stringify(
    [site_name, site_address, site_city, site_state, site_zip].map((text) => text.trim().toLowerCase()),
  );
}

/** Rows kept from earlier files with those of the next one, which replaces the sites that it names again. */
export function withNext(kept: readonly GoodRow[], next: readonly GoodRow[]): readonly GoodRow[] {
  const named = new Set(next.map(keyOf));
  return [...kept.filter((row) => !named.has(keyOf(row))), ...next];
}
