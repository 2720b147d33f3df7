import type { SvgIconComponent } from '@mui/icons-material';
import BusinessIcon from '@mui/icons-material/BusinessOutlined';
import InboxIcon from '@mui/icons-material/InboxOutlined';
import OutboxIcon from '@mui/icons-material/OutboxOutlined';
import PeopleIcon from '@mui/icons-material/PeopleOutlined';
import PlaceIcon from '@mui/icons-material/PlaceOutlined';
import HomeIcon from '@mui/icons-material/SpaceDashboardOutlined';
import { Box, Chip } from '@mui/material';
import { useEffect, useRef } from 'react';
import { useBasename } from 'react-admin';
import { NavLink, useLocation } from 'react-router';
import { useTotal } from '../useTotal.ts';

interface Entry {
  readonly path: string;
  readonly label: string;
  readonly icon: SvgIconComponent;
}

const HOME: Entry = { path: '', label: 'Overview', icon: HomeIcon };
const USERS: Entry = { path: '/users', label: 'Users', icon: PeopleIcon };
const COMPANIES: Entry = { path: '/companies', label: 'Companies', icon: BusinessIcon };
const SITES: Entry = { path: '/sites', label: 'Sites', icon: PlaceIcon };
const CONTACTS: Entry = { path: '/contacts', label: 'Messages', icon: InboxIcon };
const MAILS: Entry = { path: '/mails', label: 'Mail', icon: OutboxIcon };

/** The spec's tabs of the admin dashboard: beside the page on wide screens, a row above it on narrow ones. */
export function AdminMenu() {
  const pendingUsers = useTotal('users', { is_approved: false });
  const pendingSites = useTotal('sites', { status: 'pending' });
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
  const openMessages = useTotal('contacts', { status: 'open' });
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
        <MenuLink entry={USERS} waiting={pendingUsers} />
        <MenuLink entry={COMPANIES} />
        <MenuLink entry={SITES} waiting={pendingSites} />
        <MenuLink entry={CONTACTS} waiting={openMessages} as="open" />
        <MenuLink entry={MAILS} />
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
  const Icon = entry.icon;
  return (
    <Box component="li" sx={{ flex: '0 0 auto' }}>
      <Box
        component={NavLink}
        to={`${basename}${entry.path}`}
        end={entry.path === ''}
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
