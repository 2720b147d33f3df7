import type { SvgIconComponent } from '@mui/icons-material';
import JournalIcon from '@mui/icons-material/MenuBookOutlined';
import RevenueIcon from '@mui/icons-material/PaymentsOutlined';
import SettingsIcon from '@mui/icons-material/SettingsOutlined';
import HomeIcon from '@mui/icons-material/SpaceDashboardOutlined';
import SystemIcon from '@mui/icons-material/StorageOutlined';
import ReportsIcon from '@mui/icons-material/SummarizeOutlined';
import { Box } from '@mui/material';
import type { Overview } from '@portal/contract';
import { type RefObject, useEffect, useRef } from 'react';
import { useBasename } from 'react-admin';
import { Link, NavLink, useLocation } from 'react-router';
import { ADMIN_SECTIONS, type AdminSection, adminAddress } from '../../shared/layout/AdminLinks.tsx';
import { PaletteButton } from '../palette/PaletteButton.tsx';
import { useOverview, WaitingBadge } from '../records/waiting.tsx';
import { resources } from './resources.ts';

/** The pages of the Invoicing tab. */
const invoicing = resources.filter(({ options }) => options.section === 'Invoicing');
const PREVIEW = '/billing-preview';
const RECORD_CHECKS = '/record-checks';
/** Pages of the tab that are no lists. */
const FURTHER = [PREVIEW, RECORD_CHECKS];

const PAGE_ICONS: Readonly<Record<string, SvgIconComponent>> = {
  '': HomeIcon,
  '/revenue': RevenueIcon,
  '/journal': JournalIcon,
  '/reports': ReportsIcon,
  '/system': SystemIcon,
  '/settings': SettingsIcon,
};

/** What the palette lists: 'Invoicing' is the first of its sections. */
const PAGES: readonly AdminSection[] = [
  ...ADMIN_SECTIONS,
  ...invoicing.slice(1).map(({ name, options }) => ({ to: `/${name}`, label: options.label })),
  { to: PREVIEW, label: 'Billing preview' },
  { to: RECORD_CHECKS, label: 'Record checks' },
];

/** The row fades where more links are; its first and last one are clear of that. */
const FADING = {
  ml: { xs: -1, lg: 0 },
  pl: { xs: 2.5, lg: 0 },
  pr: { xs: 5, lg: 0 },
  scrollPaddingInline: 40,
  maskImage: {
    xs: 'linear-gradient(to right, transparent 6px, #000 20px calc(100% - 40px), transparent)',
    lg: 'none',
  },
} as const;

/** The tabs of the admin dashboard (S2-2): beside the page on wide screens, a row above it on narrow ones. */
export function AdminMenu() {
  const waiting = useOverview().data?.waiting;
  const basename = useBasename();
  const pages = PAGES.map((page) => ({ label: page.label, to: adminAddress(page, basename) }));
  const list = useCurrentInSight<HTMLUListElement>(waiting !== undefined);
  return (
    <Box
      component="nav"
      aria-label="Administration"
      sx={{
        bgcolor: 'background.paper',
        borderColor: 'divider',
        borderStyle: 'solid',
        borderWidth: { xs: '0 0 1px', lg: '0 1px 0 0' },
        flex: { lg: '0 0 224px' },
        px: { xs: 1, sm: 2, lg: 1.5 },
        py: { xs: 0.5, lg: 3 },
      }}
    >
      <Box
        sx={{
          display: 'flex',
          flexDirection: { xs: 'row', lg: 'column' },
          gap: 1,
          position: { lg: 'sticky' },
          top: { lg: 88 },
          // on a low screen the list scrolls by itself
          maxHeight: { lg: 'calc(100vh - 88px)' },
        }}
      >
        <PaletteButton pages={pages} />
        <Box
          component="ul"
          ref={list}
          sx={{
            listStyle: 'none',
            m: 0,
            p: 0,
            display: 'flex',
            flexDirection: { xs: 'row', lg: 'column' },
            gap: { xs: 0.5, lg: 0.25 },
            minHeight: 0,
            overflow: 'auto',
            scrollbarWidth: 'thin',
            ...FADING,
          }}
        >
          {ADMIN_SECTIONS.map((section) => (
            <MenuLink key={section.to} section={section} waiting={waiting} />
          ))}
        </Box>
      </Box>
    </Box>
  );
}

interface MenuLinkProps {
  readonly section: AdminSection;
  readonly waiting: Overview['waiting'] | undefined;
}

function MenuLink({ section, waiting }: MenuLinkProps) {
  const resource = resources.find(({ name }) => section.to === `/${name}`);
  const Icon = resource?.icon ?? PAGE_ICONS[section.to] ?? HomeIcon;
  const isInvoicing = section.label === 'Invoicing';
  const shown = isInvoicing ? invoicing : resource === undefined ? [] : [resource];
  const basename = useBasename();
  const { pathname } = useLocation();
  const own = adminAddress(section, basename);
  const current =
    section.to === ''
      ? pathname.replace(/\/+$/, '') === basename
      : [
          own,
          ...shown.map(({ name }) => `${basename}/${name}`),
          ...(isInvoicing ? [...FURTHER.map((page) => `${basename}${page}`), '/dealer-billing'] : []),
        ].some((path) => isBelow(pathname, path));
  return (
    <Box component="li" sx={{ flex: '0 0 auto' }}>
      <Box
        component={Link}
        to={own}
        {...(current ? { 'aria-current': 'page' as const } : {})}
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: { xs: 0.75, sm: 1.25 },
          minHeight: { xs: 44, lg: 36 },
          px: { xs: 1, sm: 1.5 },
          borderRadius: 1,
          color: 'text.primary',
          fontWeight: 600,
          textDecoration: 'none',
          '&:hover': { bgcolor: 'action.hover' },
          '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: -2 },
          '&[aria-current="page"]': { bgcolor: 'primary.light', color: 'primary.main' },
        }}
      >
        <Icon fontSize="small" aria-hidden sx={{ display: { xs: 'none', sm: 'block' } }} />
        <span>{section.label}</span>
        <WaitingBadge waiting={waiting} counts={shown.flatMap(({ options }) => options.waiting ?? [])} />
      </Box>
    </Box>
  );
}

const isBelow = (pathname: string, path: string) => pathname === path || pathname.startsWith(`${path}/`);

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
function useCurrentInSight<Row extends HTMLElement>(hasBadges: boolean): RefObject<Row | null> {
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
