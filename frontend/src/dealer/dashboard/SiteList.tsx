import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { Site } from '@portal/contract';
import { useState } from 'react';
import { Link } from 'react-router';
import { EmptyState } from '../../shared/ui/EmptyState.tsx';
import { SiteRow } from './SiteRow.tsx';

/** Rows drawn at once; a portfolio of thousands stays quick on a phone. */
const STEP = 50;

interface SiteListProps {
  readonly sites: readonly Site[];
  readonly empty: string;
  readonly onEdit: (site: Site) => void;
  readonly onStatus: (site: Site, status: 'active' | 'inactive') => void;
}

/** The sites of a tab, or why there are none. */
export function SiteList({ sites, empty, onEdit, onStatus }: SiteListProps) {
  const [shown, setShown] = useState(STEP);
  if (sites.length === 0) {
    return (
      <EmptyState text={empty}>
        {empty.includes('Create a new site') && (
          <Button component={Link} to="/new-site" variant="contained">
            New Site
          </Button>
        )}
      </EmptyState>
    );
  }
  return (
    <>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {sites.slice(0, shown).map((site) => (
          <SiteRow key={site.id} site={site} onEdit={onEdit} onStatus={onStatus} />
        ))}
      </Box>
      {sites.length > shown && (
        <Box sx={{ p: 2, textAlign: 'center', borderTop: 1, borderColor: 'divider' }}>
          <Button onClick={() => setShown(shown + STEP)}>
            Show more ({shown} of {sites.length} shown)
          </Button>
        </Box>
      )}
    </>
  );
}
