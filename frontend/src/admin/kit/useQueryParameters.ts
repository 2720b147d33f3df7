import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

/** The parameters in the address, and a function that changes some of them; blank ones are removed. */
export function useQueryParameters() {
  const [query, setQuery] = useSearchParams();
  const go = useCallback(
    (next: Readonly<Record<string, string>>) =>
      setQuery(
        (before) => {
          const after = new URLSearchParams(before);
          for (const [name, value] of Object.entries(next)) {
            if (value === '') after.delete(name);
            else after.set(name, value);
          }
          return after;
        },
        { replace: true },
      ),
    [setQuery],
  );
  return [query, go] as const;
}
