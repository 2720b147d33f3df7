import type { SvgIconComponent } from '@mui/icons-material';
import BusinessIcon from '@mui/icons-material/BusinessOutlined';
import QuestionsIcon from '@mui/icons-material/HelpOutlineOutlined';
import InboxIcon from '@mui/icons-material/InboxOutlined';
import OutboxIcon from '@mui/icons-material/OutboxOutlined';
import RevenueIcon from '@mui/icons-material/PaymentsOutlined';
import PeopleIcon from '@mui/icons-material/PeopleOutlined';
import PlaceIcon from '@mui/icons-material/PlaceOutlined';
import InvoicingIcon from '@mui/icons-material/ReceiptLongOutlined';
import SettingsIcon from '@mui/icons-material/SettingsOutlined';
import HomeIcon from '@mui/icons-material/SpaceDashboardOutlined';
import SystemIcon from '@mui/icons-material/StorageOutlined';
import ReportsIcon from '@mui/icons-material/SummarizeOutlined';
import MigrationsIcon from '@mui/icons-material/SwapHorizOutlined';
import { Box } from '@mui/material';
import type { Overview } from '@portal/contract';
import { useBasename } from 'react-admin';
import { Link, useLocation } from 'react-router';
import { ADMIN_SECTIONS, type AdminSection, adminAddress } from '../../shared/layout/AdminLinks.tsx';
import { PaletteButton } from '../palette/PaletteButton.tsx';
import { INVOICING_PATHS, INVOICING_SECTIONS } from '../records/InvoicingSections.tsx';
import { useCurrentInSight } from '../records/useCurrentInSight.ts';
import { useOverview, WaitingBadge, type WaitingCounts } from '../records/waiting.tsx';

/** What the area's tabs show beside the section's label. */
interface Look {
  readonly icon: SvgIconComponent;
  /** Other paths of the area that belong to the section. */
  readonly also?: readonly string[];
  /** A path outside the area that belongs to it. */
  readonly outside?: string;
  /** Counts of the badge, each with what its records are. */
  readonly counts?: WaitingCounts;
}

const LOOKS: Readonly<Record<(typeof ADMIN_SECTIONS)[number]['to'], Look>> = {
  '': { icon: HomeIcon },
  '/users': { icon: PeopleIcon, counts: [['dealers', 'pending']] },
  '/companies': { icon: BusinessIcon },
  '/sites': { icon: PlaceIcon, counts: [['sites', 'pending']] },
  '/migrations': { icon: MigrationsIcon, counts: [['migrations', 'pending']] },
  '/invoicing': {
    icon: InvoicingIcon,
    also: INVOICING_PATHS,
    outside: '/dealer-billing',
    counts: [
      ['overdue_invoices', 'overdue'],
      ['failed_refunds', 'with failed refund'],
    ],
  },
  '/disputes': { icon: QuestionsIcon, counts: [['questions', 'open']] },
  '/revenue': { icon: RevenueIcon },
  '/reports': { icon: ReportsIcon },
  '/contacts': { icon: InboxIcon, counts: [['messages', 'open']] },
  '/mails': { icon: OutboxIcon },
  '/system': { icon: SystemIcon },
  '/settings': { icon: SettingsIcon },
};

/** What the palette lists: 'Invoicing' is the first of its sections. */
const PAGES: readonly AdminSection[] = [
  ...ADMIN_SECTIONS,
  ...INVOICING_SECTIONS.slice(1).map(({ path, label }) => ({ to: path, label })),
  { to: '/billing-preview', label: 'Billing preview' },
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
            gap: 0.5,
            overflowX: 'auto',
            ...FADING,
          }}
        >
          {ADMIN_SECTIONS.map((section) => (
            <MenuLink key={section.to} section={section} look={LOOKS[section.to]} waiting={waiting} />
          ))}
        </Box>
      </Box>
    </Box>
  );
}

interface MenuLinkProps {
  readonly section: AdminSection;
  readonly look: Look;
  readonly waiting: Overview['waiting'] | undefined;
}

function MenuLink({ section, look: { icon: Icon, also = [], outside, counts }, waiting }: MenuLinkProps) {
  const basename = useBasename();
  const { pathname } = useLocation();
  const own = adminAddress(section, basename);
  const current =
    section.to === ''
      ? pathname.replace(/\/+$/, '') === basename
      : [own, outside ?? own, ...also.map((path) => `${basename}${path}`)].some((path) =>
          isBelow(pathname, path),
        );
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
          minHeight: 44,
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
        <WaitingBadge waiting={waiting} counts={counts} />
      </Box>
    </Box>
  );
}

const isBelow = (pathname: string, path: string) => pathname === path || pathname.startsWith(`${path}/`);
