import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import { paths, type Site } from '@portal/contract';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Page } from '../../shared/layout/Page.tsx';
import { PageSpinner } from '../../shared/layout/Spinner.tsx';
import { useUser } from '../../shared/session/session.ts';
import { AddressTabs } from '../../shared/ui/AddressTabs.tsx';
import { LoadProblem } from '../../shared/ui/LoadProblem.tsx';
import { MigrationList } from './MigrationList.tsx';
import {
  arrange,
  type DashboardTab,
  PER_PAGE,
  SITE_TABS,
  sitesOf,
  TAB_ORDER,
  usePortfolio,
} from './portfolio.ts';
import { useMigrations, useSharedSites, useSites } from './queries.ts';
import { SharedSites, SiteList } from './SiteList.tsx';
import { StartCards } from './StartCards.tsx';

// forms and dialogs are fetched when the first is opened
const EditSiteDialog = lazy(() => import('./EditSiteDialog.tsx'));
const StatusDialog = lazy(() => import('./StatusDialog.tsx'));
// most dealers have few sites
const ListControls = lazy(() => import('./ListControls.tsx'));

const labelOf = (tab: DashboardTab) => (tab === 'migrations' ? 'Migrations' : SITE_TABS[tab].label);

/** /dealer-dashboard (S2-2): the dealer's sites and migration requests. */
export default function DashboardPage() {
  const user = useUser();
  const client = useQueryClient();
  const sites = useSites();
  const shared = useSharedSites();
  const migrations = useMigrations();
  const [editing, setEditing] = useState<Site | null>(null);
  const [changing, setChanging] = useState<{ site: Site; status: 'active' | 'inactive' } | null>(null);
  const refreshing = sites.isFetching || shared.isFetching || migrations.isFetching;
  const refresh = () => {
    const shown = [paths.sites, paths.migrations];
    void client.refetchQueries({
      predicate: ({ queryKey }) => shown.some((path) => String(queryKey[0]).startsWith(path)),
    });
  };
  const countOf = (name: DashboardTab) =>
    name === 'migrations' ? migrations.data?.length : sites.data && sitesOf(name, sites.data).length;
  const entry = (name: DashboardTab) => ({ name, label: `${labelOf(name)} (${countOf(name) ?? '…'})` });
  const tabs = [entry('active'), ...TAB_ORDER.slice(1).map(entry)] as const;

  return (
    <Page
      title={`Welcome, ${user.username}`}
      lead={`Dealer ID: ${user.dealer_id ?? 'No Dealer ID'}`}
      actions={
        <Button variant="outlined" onClick={refresh} aria-disabled={refreshing}>
          {refreshing ? 'Refreshing...' : 'Refresh'}
        </Button>
      }
    >
      <StartCards />
      <Paper variant="outlined">
        <AddressTabs label="Sites and migrations" tabs={tabs}>
          {(tab) => (
            <Box sx={{ minHeight: 240 }}>
              {tab === 'migrations' ? (
                <MigrationPanel migrations={migrations} />
              ) : (
                <SitePanel
                  sites={sites}
                  tab={tab}
                  onEdit={setEditing}
                  onStatus={(site, status) => setChanging({ site, status })}
                />
              )}
            </Box>
          )}
        </AddressTabs>
      </Paper>
      <SharedSites sites={shared} />
      <Suspense>
        {editing && <EditSiteDialog site={editing} onClose={() => setEditing(null)} />}
        {changing && <StatusDialog {...changing} onClose={() => setChanging(null)} />}
      </Suspense>
    </Page>
  );
}

interface SitePanelProps {
  readonly sites: ReturnType<typeof useSites>;
  readonly tab: Exclude<DashboardTab, 'migrations'>;
  readonly onEdit: (site: Site) => void;
  readonly onStatus: (site: Site, status: 'active' | 'inactive') => void;
}

function SitePanel({ sites, tab, onEdit, onStatus }: SitePanelProps) {
  const { search, order, page, choose } = usePortfolio();
  if (sites.isError)
    return <LoadProblem text="Error loading sites. Please try again." onRetry={sites.refetch} />;
  if (!sites.data) return <PageSpinner />;
  const ofTab = sitesOf(tab, sites.data);
  const many = sites.data.length > PER_PAGE;
  const found = many ? arrange(ofTab, search, order) : ofTab;
  return (
    <>
      {many && (
        <Suspense>
          <ListControls
            search={search}
            order={order}
            onSearch={(q) => choose({ q })}
            onOrder={(sort) => choose({ sort })}
          />
        </Suspense>
      )}
      <SiteList
        sites={found}
        empty={ofTab.length > 0 ? 'No sites match your search.' : SITE_TABS[tab].empty}
        page={page}
        onPage={(next) => choose({ page: next })}
        onEdit={onEdit}
        onStatus={onStatus}
      />
    </>
  );
}

function MigrationPanel({ migrations }: { readonly migrations: ReturnType<typeof useMigrations> }) {
  if (migrations.isError) {
    return (
      <LoadProblem text="Error loading migration requests. Please try again." onRetry={migrations.refetch} />
    );
  }
  return migrations.data ? <MigrationList migrations={migrations.data} /> : <PageSpinner />;
}
