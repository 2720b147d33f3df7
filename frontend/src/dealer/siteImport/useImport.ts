import { siteKey } from '@portal/domain/values';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type BrokenRow, checkFile, type GoodRow } from './checkFile.ts';

const keyOf = ({ site }: GoodRow) => siteKey(site);

/** The rows of earlier files and the next one; it replaces sites that it contains again. */
function withNext(kept: readonly GoodRow[], next: readonly GoodRow[]): readonly GoodRow[] {
  const named = new Set(next.map(keyOf));
  return [...kept.filter((row) => !named.has(keyOf(row))), ...next];
}

/** The rows of the checked files: valid ones of all, invalid ones of the last. */
export function useImport() {
  const [good, setGood] = useState<readonly GoodRow[]>([]);
  const [broken, setBroken] = useState<readonly BrokenRow[]>([]);
  const [unnamed, setUnnamed] = useState(0);
  const check = useMutation({
    mutationFn: checkFile,
    onSuccess(rows) {
      setGood((kept) => withNext(kept, rows.good));
      setBroken(rows.broken);
      setUnnamed(rows.unnamed);
    },
  });
  return {
    good,
    broken,
    /** Number of further invalid rows. */
    unnamed,
    checking: check.isPending,
    checked: check.isSuccess,
    problem: check.error,
    upload: (file: File) => check.mutate(file),
    /** Removes the first rows after their order. */
    drop: (count: number) => setGood((kept) => kept.slice(count)),
    clear() {
      setGood([]);
      setBroken([]);
      setUnnamed(0);
      check.reset();
    },
  };
}
