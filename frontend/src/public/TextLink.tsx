import Link from '@mui/material/Link';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';

/** A link in running text or below a form, to another page of the portal. */
export function TextLink({ to, children }: { readonly to: string; readonly children: ReactNode }) {
  return (
    <Link component={RouterLink} to={to} underline="always" sx={{ py: 0.5 }}>
      {children}
    </Link>
  );
}
