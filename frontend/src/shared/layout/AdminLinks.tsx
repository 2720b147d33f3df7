import { Button, Typography } from '@mui/material';
import { NavLink, useLocation } from 'react-router';

/** A section of the admin area. */
export interface AdminSection {
  /** Below the area's own path. */
  readonly to: string;
  readonly label: string;
  /** Its path is not below the area's own. */
  readonly outside?: boolean;
}

/** The sections of the admin area, in the order of its tabs. */
export const ADMIN_SECTIONS = [
  { to: '', label: 'Dashboard' },
  { to: '/users', label: 'Users' },
  { to: '/companies', label: 'Companies' },
  { to: '/sites', label: 'Sites' },
  { to: '/migrations', label: 'Migrations' },
  { to: '/invoicing', label: 'Invoicing' },
  { to: '/disputes', label: 'Questions' },
  { to: '/approvals', label: 'Approvals' },
  { to: '/notes', label: 'Notes' },
  { to: '/revenue', label: 'Revenue' },
  { to: '/journal', label: 'Journal' },
  { to: '/reports', label: 'Reports', outside: true },
  { to: '/contacts', label: 'Messages' },
  { to: '/mails', label: 'Emails' },
  { to: '/system', label: 'System' },
  { to: '/settings', label: 'Settings' },
] as const satisfies readonly AdminSection[];

export const adminAddress = ({ to, outside = false }: Omit<AdminSection, 'label'>, basename: string) =>
  outside ? to : `${basename}${to}`;

/** The sections of the admin area, at the address that is open, in the menu of narrow screens. */
export function AdminLinks({ linkStyle }: { readonly linkStyle: object }) {
  const { pathname } = useLocation();
  const basename = /^\/admin(\/|$)/i.test(pathname) ? '/admin' : '/admin-dashboard';
  return (
    <>
      <Heading>Administration</Heading>
      {ADMIN_SECTIONS.map((section) => (
        <Button
          key={section.to}
          component={NavLink}
          to={adminAddress(section, basename)}
          end={section.to === ''}
          sx={linkStyle}
        >
          {section.label}
        </Button>
      ))}
      <Heading>Account</Heading>
    </>
  );
}

function Heading({ children }: { readonly children: string }) {
  return (
    <Typography
      component="p"
      variant="overline"
      sx={{ gridColumn: '1 / -1', px: 1.5, pt: 1, color: '#9fb6cc' }}
    >
      {children}
    </Typography>
  );
}
