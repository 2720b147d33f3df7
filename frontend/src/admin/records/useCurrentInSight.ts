import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/**
 * For a row of links that is wider than a phone: scrolls it to the link of the open page.
 * @param hasBadges whether the links have their badges yet, which make the row longer
 * @returns for the row
 */
export function useCurrentInSight<Row extends HTMLElement>(hasBadges: boolean): RefObject<Row | null> {
  const ref = useRef<Row>(null);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls after a change of page, and once there are badges
  useEffect(() => {
    const row = ref.current;
    const link = row?.querySelector<HTMLElement>('[aria-current="page"]');
    if (!row || !link) return;
    // scrollIntoView would let Tab begin here, behind the skip link
    row.scrollLeft = link.offsetLeft - row.offsetLeft - (row.clientWidth - link.offsetWidth) / 2;
  }, [pathname, hasBadges]);
  return ref;
}
