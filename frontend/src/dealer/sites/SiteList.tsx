import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { Site } from '@portal/contract';
import { Link } from 'react-router';
import { EmptyState } from '../../shared/ui/EmptyState.tsx';
import { Pager } from './Pager.tsx';
import { pageOf } from './portfolio.ts';
import { SiteRow } from './SiteRow.tsx';

interface SiteListProps {
  /** All of the tab that one searches for, in their order. */
  readonly sites: readonly Site[];
  readonly empty: string;
  readonly page: number;
  readonly onPage: (page: number) => void;
  readonly onEdit: (site: Site) => void;
  readonly onStatus: (site: Site, status: 'active' | 'inactive') => void;
}

/** A page of the sites of a tab, or why there are none. */
export function SiteList({ sites, empty, page, onPage, onEdit, onStatus }: SiteListProps) {
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
  const current = pageOf(sites, page);
  return (
    <>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {current.shown.map((site) => (
          <SiteRow key={site.id} site={site} onEdit={onEdit} onStatus={onStatus} />
        ))}
      </Box>
      <Pager of={current} total={sites.length} onPage={onPage} />
    </>
  );
}
