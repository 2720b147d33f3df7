import { Box, Button, Container, IconButton } from '@mui/material';
import { paths, type ViewingAs } from '@portal/contract';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { NavLink, useLocation } from 'react-router';
import { company } from '../company.ts';
import { request } from '../http/http.ts';
import { leaveFor, whileLeaving } from '../http/leaving.ts';
import { useCommand } from '../http/useCommand.ts';
import { useLogout, useUserOrNull } from '../session/session.ts';
import { CROSS, Icon, Logo } from '../theme/Icon.tsx';
import { chooseColorMode, useColorMode } from '../theme/PortalTheme.tsx';
import { MOON, SUN } from '../theme/storedColorMode.ts';
import { NAVY } from '../theme/theme.ts';
import { AdminLinks } from './AdminLinks.tsx';
import { navigationFor } from './navigation.ts';

function ColorModeButton() {
  const mode = useColorMode();
  const other = mode === 'dark' ? 'light' : 'dark';
  return (
    <IconButton color="inherit" aria-label={`Switch to ${other} mode`} onClick={() => chooseColorMode(other)}>
      <Icon path={mode === 'dark' ? SUN : MOON} fontSize="small" />
    </IconButton>
  );
}

// only for administrators
const AccountMenu = lazy(() => import('./AccountMenu.tsx'));

const BARS = 'M3 6h18v2H3zm0 5h18v2H3zm0 5h18v2H3z';

const linkStyle = {
  color: '#fff',
  px: 1.5,
  justifyContent: 'flex-start',
  '&:hover': { bgcolor: 'rgb(255 255 255 / 0.1)' },
  '&[aria-current="page"]': { bgcolor: 'rgb(255 255 255 / 0.16)' },
  '&:focus-visible': { outline: '2px solid #fff' },
} as const;

/** The user's links; where `unfolded`, with those of the account menu and the sections of the admin area. */
function Links({ unfolded = false }: { readonly unfolded?: boolean }) {
  const person = useUserOrNull();
  const logout = useLogout();
  const { links, menu } = navigationFor(person);
  const isFolded = menu.length > 0 && !unfolded;
  return (
    <>
      {menu.length > 0 && unfolded && <AdminLinks linkStyle={linkStyle} />}
      {[...links, ...(unfolded ? menu : [])].map(({ to, label }) => (
        <Button key={to} component={NavLink} to={to} sx={linkStyle}>
          {label}
        </Button>
      ))}
      {isFolded && (
        // as wide as the avatar, which would move the links
        <Suspense fallback={<Box component="span" sx={{ width: 40 }} />}>
          <AccountMenu />
        </Suspense>
      )}
      {person && !isFolded && (
        <Button sx={linkStyle} aria-disabled={logout.isPending} onClick={logout.logOut}>
          {logout.isPending ? 'Logging out...' : 'Logout'}
        </Button>
      )}
    </>
  );
}

interface HeaderProps {
  readonly wide?: boolean;
  /** A button that searches. */
  readonly search?: ReactNode;
}

/** Logo, title and the user's links; on narrow screens behind a menu button (S2-2-header). Above them, whom an administrator views. */
export function Header({ wide = false, search }: HeaderProps) {
  const [open, setOpen] = useState(false);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: going to another page closes the menu
  useEffect(() => setOpen(false), [pathname]);
  useEffect(() => {
    if (!open) return;
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && setOpen(false);
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [open]);
  return (
    <Box
      component="header"
      sx={{
        position: 'sticky',
        top: 0,
        // a menu longer than a small screen scrolls below the header
        display: 'flex',
        flexDirection: 'column',
        maxHeight: '100dvh',
        zIndex: 'appBar',
        bgcolor: NAVY,
        color: '#fff',
        borderBottom: '1px solid rgb(255 255 255 / 0.12)',
      }}
    >
      <Viewing />
      <Container
        maxWidth={wide ? false : 'lg'}
        sx={{ display: 'flex', flexDirection: 'column', minHeight: 0 }}
      >
        <Box
          sx={{ display: 'flex', flex: 'none', alignItems: 'center', minHeight: 64, gap: { xs: 0, sm: 1 } }}
        >
          <Box
            component="a"
            href="/"
            sx={{
              display: 'flex',
              alignItems: 'center',
              gap: 1.25,
              mr: 'auto',
              minWidth: 0,
              color: 'inherit',
              textDecoration: 'none',
              fontWeight: 700,
              letterSpacing: '-0.01em',
              '&:focus-visible': { outline: '2px solid #fff' },
            }}
          >
            <Logo />
            <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
              {company.name}
            </Box>
          </Box>
          <Box component="nav" aria-label="Main" sx={{ display: { xs: 'none', lg: 'flex' }, gap: 0.5 }}>
            <Links />
          </Box>
          {search}
          <ColorModeButton />
          <IconButton
            color="inherit"
            aria-label={open ? 'Close menu' : 'Open menu'}
            aria-expanded={open}
            aria-controls="mobile-menu"
            onClick={() => setOpen(!open)}
            sx={{ display: { lg: 'none' } }}
          >
            <Icon path={open ? CROSS : BARS} />
          </IconButton>
        </Box>
        <Box
          component="nav"
          id="mobile-menu"
          aria-label="Menu"
          hidden={!open}
          sx={{
            display: { xs: open ? 'grid' : 'none', lg: 'none' },
            gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
            gap: 0.5,
            pb: 2,
            minHeight: 0,
            overflowY: 'auto',
          }}
        >
          {open && <Links unfolded />}
        </Box>
      </Container>
    </Box>
  );
}

/** Names the viewed dealer and leads back to the dealer's record. */
function ViewingBanner({ viewing }: { readonly viewing: ViewingAs }) {
  const client = useQueryClient();
  const stop = useCommand({
    send: () =>
      whileLeaving(async () => {
        // reads under way end first: what they ask for is the dealer's
        const reads = client.getQueryCache().findAll({ fetchStatus: 'fetching' });
        await Promise.allSettled(reads.map(({ promise }) => promise));
        await request('DELETE', paths.viewAs);
      }),
    onDone: () => leaveFor(`/admin-dashboard/users/${encodeURIComponent(viewing.id)}/show`),
    failed: { title: 'Error' },
  });
  // busy until the next page is there
  const busy = stop.isPending || stop.isSuccess;
  return (
    <Box
      component="section"
      aria-label="Viewing as a dealer"
      sx={{
        flex: 'none',
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        justifyContent: 'center',
        columnGap: 2,
        rowGap: 0.5,
        px: 2,
        py: 0.75,
        bgcolor: 'warning.light',
        color: 'text.primary',
        borderBottom: 1,
        borderColor: 'warning.main',
        overflowWrap: 'anywhere',
      }}
    >
      <span>
        You are viewing as <strong>{viewing.company || viewing.username}</strong>
        {viewing.company !== '' && ` (${viewing.username})`}. Nothing can be changed.
      </span>
      <Button
        size="small"
        variant="outlined"
        color="inherit"
        aria-disabled={busy}
        onClick={() => {
          if (!busy) stop.mutate();
        }}
      >
        {busy ? 'Stopping...' : 'Stop viewing'}
      </Button>
    </Box>
  );
}

/** The banner while an administrator views the portal as a dealer. */
function Viewing() {
  const viewing = useUserOrNull()?.viewing_as;
  return viewing === undefined ? null : <ViewingBanner viewing={viewing} />;
}
