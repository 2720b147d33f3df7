import type { Site } from '@portal/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import { lazy } from 'react';
import { Loaded } from '../../shared/ui/LoadProblem.tsx';
import { pageOf } from '../../shared/ui/pageOf.ts';
import { arrange, type DashboardTab, SITE_TABS, sitesOf, usePortfolio } from './portfolio.ts';
import { type SiteChange, SiteList } from './SiteList.tsx';

// only for dealers with many sites
const ListControls = lazy(() => import('./ListControls.tsx'));

interface SitePanelProps {
  readonly query: UseQueryResult<Site[]>;
  readonly ordered: readonly string[];
  readonly tab: Exclude<DashboardTab, 'migrations'>;
  readonly onChange: (site: Site, change: SiteChange) => void;
}

/** The sites of a tab of the dashboard, with search and order where there are many. */
export default function SitePanel({ query, ...props }: SitePanelProps) {
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
  const many = pageOf(sites, 1).pages > 1;
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
