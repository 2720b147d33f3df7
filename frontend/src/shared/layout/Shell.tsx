import { Box, Container, Link, Typography } from '@mui/material';
import { mayDealer } from '@portal/contract';
import { type ReactNode, Suspense, useEffect } from 'react';
import { Outlet, Link as RouterLink, useLocation } from 'react-router';
import { company, mailLink, phoneLink } from '../company.ts';
import { useUserOrNull } from '../session/session.ts';
import { NAVY } from '../theme/theme.ts';
import { Header } from './Header.tsx';
import { PageSpinner } from './Page.tsx';
import { useKeptFocus } from './useKeptFocus.ts';

/** First tab stop: skips the header. */
export function SkipLink() {
  return (
    <Link
      href="#content"
      sx={{
        position: 'absolute',
        left: 8,
        top: -80,
        zIndex: 'tooltip',
        px: 2,
        py: 1,
        borderRadius: 1,
        bgcolor: 'background.paper',
        '&:focus': { top: 8 },
      }}
      onClick={(event) => {
        event.preventDefault();
        document.getElementById('content')?.focus();
      }}
    >
      Skip to content
    </Link>
  );
}

/** Enables the controls of a first view (docs/adr/0036) once the app has taken it over: a press before would be lost. */
function EnableControls() {
  useEffect(() => document.querySelector('fieldset:has(> #root)')?.removeAttribute('disabled'), []);
  return null;
}

/** Pages without a footer (S1-2). */
const BARE = new Set(['/login', '/register']);

/** Header, content and footer of every page outside the admin area. @param search a button of the header */
export function Shell({ search }: { readonly search: ReactNode }) {
  useKeptFocus();
  const { pathname } = useLocation();
  const bare = BARE.has(pathname.toLowerCase().replace(/\/+$/, ''));
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', minHeight: '100dvh' }}>
      <SkipLink />
      <Header search={search} />
      <Box
        component="main"
        id="content"
        tabIndex={-1}
        // fills the window below the header, so that late content moves no visible footer
        sx={{ flex: 1, outline: 'none', minHeight: bare ? 0 : 'calc(100vh - 65px)' }}
      >
        <Suspense fallback={<PageSpinner />}>
          <Outlet />
          <EnableControls />
        </Suspense>
      </Box>
      {!bare && <Footer />}
    </Box>
  );
}

const style = { color: '#cfdcea', textDecorationColor: 'transparent', '&:hover': { color: '#fff' } } as const;

function Column({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Box>
      <Typography component="h2" variant="overline" sx={{ color: '#9fb6cc' }}>
        {title}
      </Typography>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, mt: 0.5, p: 0, display: 'grid', gap: 0.75 }}>
        {children}
      </Box>
    </Box>
  );
}

interface ItemProps {
  /** A page of the portal. */
  readonly to?: string;
  /** Any other address. */
  readonly href?: string;
  readonly children: string;
}

function Item({ to, href, children }: ItemProps) {
  const link = to === undefined ? { href } : { component: RouterLink, to };
  return (
    <li>
      <Link {...link} sx={style}>
        {children}
      </Link>
    </li>
  );
}

/** Service and resource links, contact and copyright of the current year (S2-2, Footer); in a line for who is signed in. */
function Footer() {
  const user = useUserOrNull();
  const isVisitor = user === null;
  const orders = isVisitor || mayDealer(user.dealer_role, 'ordering');
  const services = (
    <>
      <Item href="/#features">Hosted access control</Item>
      {orders && <Item to="/new-site">New site setup</Item>}
    </>
  );
  const resources = <Item to="/resources">Dealer resources</Item>;
  const contact = (
    <>
      {company.address !== '' && <li>{company.address}</li>}
      {company.phone !== '' && <Item href={phoneLink(company.phone)}>{company.phone}</Item>}
      {company.email !== '' && <Item href={mailLink(company.email)}>{company.email}</Item>}
      <Item href="/#contact">Contact form</Item>
    </>
  );
  const copyright = `© ${new Date().getFullYear()} ${company.name}. All rights reserved.`;
  return (
    <Box component="footer" sx={{ bgcolor: NAVY, color: '#cfdcea', mt: 'auto', fontSize: '0.9rem' }}>
      {isVisitor ? (
        <Container maxWidth="lg" sx={{ py: 5 }}>
          <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: '1fr', sm: 'repeat(3, 1fr)' } }}>
            <Column title="Services">{services}</Column>
            <Column title="Resources">
              {resources}
              <Item to="/register">Become a dealer</Item>
            </Column>
            <Column title="Contact">{contact}</Column>
          </Box>
          <Typography
            variant="body2"
            sx={{ mt: 4, pt: 3, borderTop: '1px solid rgb(255 255 255 / 0.14)', color: '#9fb6cc' }}
          >
            {copyright}
          </Typography>
        </Container>
      ) : (
        <Container maxWidth="lg" sx={{ py: 2, fontSize: '0.8125rem' }}>
          <Box
            component="ul"
            sx={{ listStyle: 'none', m: 0, p: 0, display: 'flex', flexWrap: 'wrap', gap: '8px 20px', mb: 1 }}
          >
            {services}
            {resources}
            {contact}
          </Box>
          <Typography variant="caption" sx={{ color: '#9fb6cc' }}>
            {copyright}
          </Typography>
        </Container>
      )}
    </Box>
  );
}
