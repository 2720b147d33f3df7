import type { GoodRow } from './importRows.ts';

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
