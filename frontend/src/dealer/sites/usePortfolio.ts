import { useSearchParams } from 'react-router';
import { isOrder, type Order } from './portfolio.ts';

type Choice = { readonly q: string } | { readonly sort: Order } | { readonly page: number };

/** What one searches for, by which order, and which page: in the address, so that a link or the back button finds it. */
export function usePortfolio() {
  const [query, setQuery] = useSearchParams();
  const sort = query.get('sort');
  return {
    search: query.get('q') ?? '',
    order: isOrder(sort) ? sort : 'newest',
    page: Number(query.get('page') ?? 1),
    choose: (choice: Choice) =>
      setQuery(
        (before) => {
          const next = new URLSearchParams(before);
          // another search or order begins on its first page
          next.delete('page');
          for (const [name, value] of Object.entries(choice)) {
            if (value === '' || value === 'newest' || value === 1) next.delete(name);
            else next.set(name, String(value));
          }
          return next;
        },
        { replace: true },
      ),
  } as const;
}
