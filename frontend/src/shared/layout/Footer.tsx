import Box from '@mui/material/Box';
import Container from '@mui/material/Container';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';
import { company } from '../company.ts';
import { NAVY } from '../theme/theme.ts';

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

/** Service and resource links, contact and copyright of the current year (S2-2, Footer). */
export default function Footer() {
  return (
    <Box component="footer" sx={{ bgcolor: NAVY, color: '#cfdcea', mt: 'auto', fontSize: '0.9rem' }}>
      <Container maxWidth="lg" sx={{ py: 5 }}>
        <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: '1fr', sm: 'repeat(3, 1fr)' } }}>
          <Column title="Services">
            <Item href="/#features">Hosted access control</Item>
            <Item to="/new-site">New site setup</Item>
          </Column>
          <Column title="Resources">
            <Item to="/resources">Dealer resources</Item>
            <Item to="/register">Become a dealer</Item>
          </Column>
          <Column title="Contact">
            {company.address !== '' && <li>{company.address}</li>}
            {company.phone !== '' && (
              <Item href={`tel:${company.phone.replace(/[^+\d]/g, '')}`}>{company.phone}</Item>
            )}
            {company.email !== '' && <Item href={`mailto:${company.email}`}>{company.email}</Item>}
            <Item href="/#contact">Contact form</Item>
          </Column>
        </Box>
        <Typography
          variant="body2"
          sx={{ mt: 4, pt: 3, borderTop: '1px solid rgb(255 255 255 / 0.14)', color: '#9fb6cc' }}
        >
          © {new Date().getFullYear()} {company.name}. All rights reserved.
        </Typography>
      </Container>
    </Box>
  );
}
