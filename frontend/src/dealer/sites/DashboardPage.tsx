import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import { paths, type Site } from '@portal/contract';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useContext, useState } from 'react';
import { useLocation } from 'react-router';
import { Page } from '../../shared/layout/Page.tsx';
import { MayChange } from '../../shared/live/LiveUpdates.tsx';
import { useUser } from '../../shared/session/session.ts';
import { AddressTabs } from '../../shared/ui/AddressTabs.tsx';
import { Loaded } from '../../shared/ui/LoadProblem.tsx';
import { RowsSkeleton } from '../../shared/ui/Skeletons.tsx';
import { type DashboardTab, type Ordered, SITE_TABS, sitesOf, TAB_ORDER } from './portfolio.ts';
import { useMigrations, useSharedSites, useSites } from './queries.ts';
import type { SiteChange } from './SiteList.tsx';
import { StartCards } from './StartCards.tsx';

const EditSiteDialog = lazy(() => import('./EditSiteDialog.tsx'));
const MigrationList = lazy(() => import('./MigrationList.tsx'));
const OrderedNotice = lazy(() => import('./OrderedNotice.tsx'));
const SitePanel = lazy(() => import('./SitePanel.tsx'));
const SharedSites = lazy(() => import('./SharedSites.tsx'));
const StatusDialog = lazy(() => import('./StatusDialog.tsx'));

const labelOf = (tab: DashboardTab) => (tab === 'migrations' ? 'Migrations' : SITE_TABS[tab].label);

/** /dealer-dashboard (S2-2): the dealer's sites and migration requests. */
export default function DashboardPage() {
  const user = useUser();
  const client = useQueryClient();
  const sites = useSites();
  const shared = useSharedSites();
  const migrations = useMigrations();
  const { state } = useLocation();
  // the server drew a first view without it
  const ordered: Ordered | undefined = useContext(MayChange) ? state?.ordered : undefined;
  const orderedIds = ordered?.entries.map(({ id }) => id) ?? [];
  const [changing, setChanging] = useState<{ site: Site; change: SiteChange } | null>(null);
  const close = () => setChanging(null);
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
      title={`Welcome, ${user.name || user.username}`}
      lead={
        <>
          {user.username} · <span>Dealer ID: {user.dealer_id ?? 'No Dealer ID'}</span>
        </>
      }
      actions={
        <Button variant="outlined" onClick={refresh} aria-disabled={refreshing}>
          {refreshing ? 'Refreshing...' : 'Refresh'}
        </Button>
      }
    >
      {ordered && <OrderedNotice ordered={ordered} />}
      <StartCards />
      <Paper variant="outlined">
        <AddressTabs label="Sites and migrations" tabs={tabs} initial={ordered?.tab}>
          {(tab) => (
            <Box sx={{ minHeight: 240 }}>
              <Suspense fallback={<RowsSkeleton rows={6} height={72} />}>
                {tab === 'migrations' ? (
                  <Loaded query={migrations} problem="Error loading migration requests. Please try again.">
                    {(all) => <MigrationList migrations={all} ordered={orderedIds} />}
                  </Loaded>
                ) : (
                  <SitePanel
                    query={sites}
                    ordered={orderedIds}
                    tab={tab}
                    onChange={(site, change) => setChanging({ site, change })}
                  />
                )}
              </Suspense>
            </Box>
          )}
        </AddressTabs>
      </Paper>
      <Suspense>{(shared.isError || !!shared.data?.length) && <SharedSites sites={shared} />}</Suspense>
      <Suspense>
        {changing?.change === 'edit' && <EditSiteDialog site={changing.site} onClose={close} />}
        {changing && changing.change !== 'edit' && (
          <StatusDialog site={changing.site} status={changing.change} onClose={close} />
        )}
      </Suspense>
    </Page>
  );
}
