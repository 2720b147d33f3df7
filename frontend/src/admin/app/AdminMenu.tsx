import type { SvgIconComponent } from '@mui/icons-material';
import BusinessIcon from '@mui/icons-material/BusinessOutlined';
import QuestionsIcon from '@mui/icons-material/HelpOutlineOutlined';
import InboxIcon from '@mui/icons-material/InboxOutlined';
import OutboxIcon from '@mui/icons-material/OutboxOutlined';
import PeopleIcon from '@mui/icons-material/PeopleOutlined';
import PlaceIcon from '@mui/icons-material/PlaceOutlined';
import InvoicingIcon from '@mui/icons-material/ReceiptLongOutlined';
import SettingsIcon from '@mui/icons-material/SettingsOutlined';
import HomeIcon from '@mui/icons-material/SpaceDashboardOutlined';
import SystemIcon from '@mui/icons-material/StorageOutlined';
import ReportsIcon from '@mui/icons-material/SummarizeOutlined';
import MigrationsIcon from '@mui/icons-material/SwapHorizOutlined';
import { Box, Chip } from '@mui/material';
import { useEffect, useRef } from 'react';
import { useBasename } from 'react-admin';
import { Link, useLocation } from 'react-router';
import { INVOICING_PATHS } from '../records/InvoicingSections.tsx';
import { useOverview } from '../records/overview.ts';
import { outsidePages } from './outsidePages.tsx';

interface Entry {
  /** Below the area's own address. */
  readonly path: string;
  /** Other addresses below it that belong here. */
  readonly also?: readonly string[];
  /** The path is no address below the area's own. */
  readonly outside?: boolean;
  readonly label: string;
  readonly icon: SvgIconComponent;
}

const HOME: Entry = { path: '', label: 'Overview', icon: HomeIcon };
const USERS: Entry = { path: '/users', label: 'Users', icon: PeopleIcon };
const COMPANIES: Entry = { path: '/companies', label: 'Companies', icon: BusinessIcon };
const SITES: Entry = { path: '/sites', label: 'Sites', icon: PlaceIcon };
const MIGRATIONS: Entry = { path: '/migrations', label: 'Migrations', icon: MigrationsIcon };
const INVOICING: Entry = {
  path: '/invoicing',
  also: INVOICING_PATHS,
  label: 'Invoicing',
  icon: InvoicingIcon,
};
const QUESTIONS: Entry = { path: '/disputes', label: 'Questions', icon: QuestionsIcon };
const REPORTS: Entry = { path: '/reports', outside: true, label: 'Reports', icon: ReportsIcon };
const CONTACTS: Entry = { path: '/contacts', label: 'Messages', icon: InboxIcon };
const MAILS: Entry = { path: '/mails', label: 'Mail', icon: OutboxIcon };
const SETTINGS: Entry = { path: '/settings', label: 'Settings', icon: SettingsIcon };
const SYSTEM: Entry = { path: '/system', label: 'System', icon: SystemIcon };

/** The spec's tabs of the admin dashboard: beside the page on wide screens, a row above it on narrow ones. */
export function AdminMenu() {
  const waiting = useOverview().data?.waiting;
  const list = useRef<HTMLUListElement>(null);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is what moves the row
  useEffect(() => {
    // on a phone the row is wider than the screen
    list.current?.querySelector('[aria-current="page"]')?.scrollIntoView?.({
      block: 'nearest',
      inline: 'center',
    });
  }, [pathname]);
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
          position: { lg: 'sticky' },
          top: { lg: 88 },
        }}
      >
        <MenuLink entry={HOME} />
        <MenuLink entry={USERS} waiting={waiting?.dealers} />
        <MenuLink entry={COMPANIES} />
        <MenuLink entry={SITES} waiting={waiting?.sites} />
        <MenuLink entry={MIGRATIONS} waiting={waiting?.migrations} />
        <MenuLink entry={INVOICING} waiting={waiting?.overdue_invoices} as="overdue" />
        <MenuLink entry={QUESTIONS} />
        {Object.hasOwn(outsidePages, REPORTS.path) && <MenuLink entry={REPORTS} />}
        <MenuLink entry={CONTACTS} waiting={waiting?.messages} as="open" />
        <MenuLink entry={MAILS} />
        <MenuLink entry={SYSTEM} />
        <MenuLink entry={SETTINGS} />
      </Box>
    </Box>
  );
}

interface MenuLinkProps {
  readonly entry: Entry;
  /** How many records there wait for somebody, and what they are then called. */
  readonly waiting?: number | undefined;
  readonly as?: string;
}

function MenuLink({ entry, waiting = 0, as = 'pending' }: MenuLinkProps) {
  const basename = useBasename();
  const { pathname } = useLocation();
  const Icon = entry.icon;
  const own = entry.outside === true ? entry.path : `${basename}${entry.path}`;
  const current =
    entry.path === ''
      ? pathname.replace(/\/+$/, '') === basename
      : [own, ...(entry.also ?? []).map((path) => `${basename}${path}`)].some((path) =>
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
        <span>{entry.label}</span>
        {waiting > 0 && (
          <Chip
            component="span"
            size="small"
            label={waiting}
            aria-label={`${waiting} ${as}`}
            role="img"
            sx={{
              ml: 'auto',
              cursor: 'inherit',
              bgcolor: 'warning.light',
              color: 'warning.main',
              fontWeight: 700,
            }}
          />
        )}
      </Box>
    </Box>
  );
}

const isBelow = (pathname: string, path: string) => pathname === path || pathname.startsWith(`${path}/`);
