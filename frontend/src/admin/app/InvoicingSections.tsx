import { Box } from '@mui/material';
import { type RefObject, useEffect, useRef } from 'react';
import { useBasename } from 'react-admin';
import { NavLink, useLocation } from 'react-router';
import { useOverview, WaitingBadge } from '../records/waiting.tsx';
import { resources } from './resources.ts';

/** The pages of the Invoicing tab. */
export const invoicing = resources.filter(({ options }) => options.section === 'Invoicing');
export const PREVIEW = '/billing-preview';
export const RECORD_CHECKS = '/record-checks';
/** Pages of the tab that are no lists. */
export const FURTHER = [PREVIEW, RECORD_CHECKS];

/** The navigation of the Invoicing tab, above its lists and further pages. */
export function InvoicingSections() {
  const basename = useBasename();
  const { pathname } = useLocation();
  const waiting = useOverview().data?.waiting;
  const row = useCurrentInSight(waiting !== undefined);
  const path = pathname.replace(/\/+$/, '');
  if (![...invoicing.map(({ name }) => `/${name}`), ...FURTHER].some((page) => path === `${basename}${page}`))
    return null;
  return (
    <Box component="nav" aria-label="Invoicing" ref={row} sx={{ mb: 2, mx: -0.5, overflowX: 'auto' }}>
      {/* the padding is for the links' outlines */}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0.5, display: 'flex', gap: 0.5 }}>
        {invoicing.map(({ name, options }) => (
          <Box component="li" key={name} sx={{ flex: '0 0 auto' }}>
            <Box
              component={NavLink}
              to={`${basename}/${name}`}
              sx={{
                display: 'inline-flex',
                alignItems: 'center',
                gap: 0.75,
                minHeight: 36,
                px: 1.5,
                borderRadius: 999,
                border: 1,
                borderColor: 'divider',
                color: 'text.primary',
                bgcolor: 'background.paper',
                fontSize: '0.9rem',
                fontWeight: 600,
                textDecoration: 'none',
                '&:hover': { bgcolor: 'action.hover' },
                '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: 1 },
                '&[aria-current="page"]': {
                  bgcolor: 'primary.light',
                  color: 'primary.main',
                  borderColor: 'primary.main',
                },
              }}
            >
              {options.label}
              <WaitingBadge waiting={waiting} counts={options.waiting} />
            </Box>
          </Box>
        ))}
      </Box>
    </Box>
  );
}

/**
 * For links that are longer than the screen, in a row or a column: scrolls them to the one of the open page.
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
    row.scrollTop = link.offsetTop - row.offsetTop - (row.clientHeight - link.offsetHeight) / 2;
  }, [pathname, hasBadges]);
  return ref;
}
