import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { BrokenRow, GoodRow } from './importRows.ts';

/** One site is one name at one address. */
function keyOf({ site }: GoodRow): string {
  const { site_name, site_address, site_city, site_state, site_zip } = site;
  return JSON.stringify(
    [site_name, site_address, site_city, site_state, site_zip].map((text) => text.trim().toLowerCase()),
  );
}

/** Rows kept from earlier files with those of the next one, which replaces the sites that it names again. */
function withNext(kept: readonly GoodRow[], next: readonly GoodRow[]): readonly GoodRow[] {
  const named = new Set(next.map(keyOf));
  return [...kept.filter((row) => !named.has(keyOf(row))), ...next];
}

/** The rows of the files checked so far: good ones are kept, those to mend are the last file's. */
export function useImport() {
  const [good, setGood] = useState<readonly GoodRow[]>([]);
  const [broken, setBroken] = useState<readonly BrokenRow[]>([]);
  const [unnamed, setUnnamed] = useState(0);
  const check = useMutation({
    mutationFn: async (file: File) => (await import('./checkFile.ts')).checkFile(file),
    onSuccess(rows) {
      setGood((kept) => withNext(kept, rows.good));
      setBroken(rows.broken);
      setUnnamed(rows.unnamed);
    },
  });
  return {
    good,
    broken,
    /** Rows to mend beyond those. */
    unnamed,
    checking: check.isPending,
    checked: check.isSuccess,
    problem: check.error,
    upload: (file: File) => check.mutate(file),
    /** Forgets the first rows, which have been ordered. */
    drop: (count: number) => setGood((kept) => kept.slice(count)),
    clear() {
      setGood([]);
      setBroken([]);
      setUnnamed(0);
      check.reset();
    },
  };
}
