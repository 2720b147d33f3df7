import { Box, OutlinedInput } from '@mui/material';
import type { Site } from '@portal/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import { useId } from 'react';
import { Labelled } from '../../shared/form/Field.tsx';
import { selectOf } from '../../shared/form/select.tsx';
import { Loaded } from '../../shared/ui/LoadProblem.tsx';
import { pageOf } from '../../shared/ui/Pager.tsx';
import {
  arrange,
  type DashboardTab,
  isOrder,
  ORDERS,
  type Order,
  SITE_TABS,
  sitesOf,
  usePortfolio,
} from './portfolio.ts';
import { type SiteChange, SiteList } from './SiteList.tsx';

// only for dealers with many sites

interface SitePanelProps {
  readonly query: UseQueryResult<Site[]>;
  readonly ordered: readonly string[];
  readonly tab: Exclude<DashboardTab, 'migrations'>;
  readonly onChange: (site: Site, change: SiteChange) => void;
}

/** The sites of a tab of the dashboard, with search and order where there are many. */
export function SitePanel({ query, ...props }: SitePanelProps) {
  return (
    <Loaded query={query} problem="Error loading sites. Please try again.">
      {(sites) => <Sites sites={sites} {...props} />}
    </Loaded>
  );
}

interface SitesProps extends Omit<SitePanelProps, 'query'> {
  readonly sites: readonly Site[];
}

function Sites({ sites, ordered, tab, onChange }: SitesProps) {
  const { search, order, page, choose } = usePortfolio();
  const ofTab = sitesOf(tab, sites);
  // a search that the address brings can be changed
  const many = pageOf(sites, 1).pages > 1 || search !== '';
  const found = many ? arrange(ofTab, search, order) : ofTab;
  return (
    <>
      {many && (
        <ListControls
          search={search}
          order={order}
          onSearch={(q) => choose({ q })}
          onOrder={(sort) => choose({ sort })}
        />
      )}
      <SiteList
        sites={found}
        ordered={ordered}
        empty={ofTab.length > 0 ? 'No sites match your search.' : SITE_TABS[tab].empty}
        offersNew={ofTab.length === 0 && SITE_TABS[tab].offersNew}
        page={page}
        onPage={(next) => choose({ page: next })}
        onChange={onChange}
      />
    </>
  );
}

interface ListControlsProps {
  readonly search: string;
  readonly order: Order;
  readonly onSearch: (search: string) => void;
  readonly onOrder: (order: Order) => void;
}

/** Search and sort order of a list of sites. */
function ListControls({ search, order, onSearch, onOrder }: ListControlsProps) {
  const id = useId();
  return (
    <Box
      role="search"
      aria-label="Sites"
      sx={{
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { xs: '1fr', sm: 'minmax(0, 1fr) 200px' },
        px: { xs: 2, md: 3 },
        py: 2,
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <Labelled id={`${id}search`} label="Search sites">
        {() => (
          <OutlinedInput
            size="small"
            id={`${id}search`}
            type="search"
            // uncontrolled: the address, which it is written to, may lag behind
            defaultValue={search}
            placeholder="Name, address, city or ZIP code"
            onChange={({ target }) => onSearch(target.value)}
          />
        )}
      </Labelled>
      <Labelled id={`${id}order`} label="Sort by">
        {() => (
          <OutlinedInput
            size="small"
            id={`${id}order`}
            value={order}
            onChange={({ target }) => isOrder(target.value) && onOrder(target.value)}
            {...selectOf(Object.entries(ORDERS))}
          />
        )}
      </Labelled>
    </Box>
  );
}
