import { Link } from '@mui/material';
import type { ReactNode } from 'react';
import { type Identifier, useCreatePath } from 'react-admin';
import { Link as RouterLink } from 'react-router';

interface RecordLinkProps {
  readonly resource: string;
  readonly id: Identifier;
  readonly children: ReactNode;
}

/** The way into a record for keyboard and mouse alike. */
export function RecordLink({ resource, id, children }: RecordLinkProps) {
  const createPath = useCreatePath();
  return (
    <Link
      component={RouterLink}
      to={createPath({ resource, id, type: 'show' })}
      state={{ _scrollToTop: true }}
      underline="hover"
      sx={{ fontWeight: 600, display: 'inline-block', py: 0.5, overflowWrap: 'break-word' }}
    >
      {children}
    </Link>
  );
}
