import { Box, Button, IconButton, Paper, Skeleton, SvgIcon, Typography } from '@mui/material';
import { type DealerPermission, mayDealer, paths, type Site } from '@portal/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { Page } from '../../shared/layout/Page.tsx';
import { useDealerMay, useUser } from '../../shared/session/session.ts';
import { counted } from '../../shared/text.ts';
import { Icon } from '../../shared/theme/Icon.tsx';
import { AddressTabs } from '../../shared/ui/AddressTabs.tsx';
import { Loaded } from '../../shared/ui/LoadProblem.tsx';
import { Notice } from '../../shared/ui/Notice.tsx';
import { EditSiteDialog, StatusDialog } from '../sites/dialogs.tsx';
import { MigrationList } from '../sites/MigrationList.tsx';
import { type DashboardTab, type Ordered, SITE_TABS, sitesOf, TAB_ORDER } from '../sites/portfolio.ts';
import { useMigrations, useSharedSites, useSites } from '../sites/queries.ts';
import { SharedSites, type SiteChange, SitePanel } from '../sites/SiteList.tsx';
import { FirstSteps, useFirstSteps } from './FirstSteps.tsx';
import { Overview } from './Overview.tsx';

const REFRESH = 'M17.7 6.3A8 8 0 1 0 19.7 14h-2.1A6 6 0 1 1 12 6c1.7 0 3.1.7 4.2 1.8L13 11h7V4z';

/** What a finished order created, as long as it waits for approval, and how the dealer hears of that. */
function OrderedNotice({ ordered: { tab, entries } }: { readonly ordered: Ordered }) {
  const sites = useSites();
  const migrations = useMigrations();
  const { email_preferences: mails } = useUser();
  const listed = (tab === 'migrations' ? migrations.data : sites.data) ?? [];
  // not listed yet: the order is newer than the list
  const waiting = entries.filter(
    ({ id }) => (listed.find((one) => one.id === id)?.status ?? 'pending') === 'pending',
  );
  const [first, ...others] = waiting;
  if (first === undefined) return null;
  const names =
    others.length === 0 ? first.name : `${first.name} and ${counted(others.length, 'other site')}`;
  const [are, they] = others.length === 0 ? ['is', 'it’s'] : ['are', 'they’re'];
  const what = tab === 'migrations' ? `The migration of ${names}` : names;
  return (
    <Notice tone="success" sx={{ mb: 3 }}>
      {what} {are} ordered.{' '}
      {mails.site_approved
        ? `We’ll email you once ${they} approved.`
        : `An administrator will approve ${others.length === 0 ? 'it' : 'them'}.`}
    </Notice>
  );
}

const labelOf = (tab: DashboardTab) => (tab === 'migrations' ? 'Migrations' : SITE_TABS[tab].label);

/** /dealer-dashboard (S2-2): the dealer's money, sites and migration requests. */
export default function DashboardPage() {
  const user = useUser();
  const orders = useDealerMay('ordering');
  const client = useQueryClient();
  const sites = useSites();
  const shared = useSharedSites();
  const migrations = useMigrations();
  const firstSteps = useFirstSteps();
  const { state } = useLocation();
  const ordered: Ordered | undefined = state?.ordered;
  const orderedIds = ordered?.entries.map(({ id }) => id) ?? [];
  const [changing, setChanging] = useState<{ site: Site; change: SiteChange } | null>(null);
  const close = () => setChanging(null);
  const refreshing = sites.isFetching || shared.isFetching || migrations.isFetching;
  const refresh = () => {
    const shown = [paths.sites, paths.migrations, paths.invoices, paths.billingSummary];
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
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
          {orders && (
            <Button component={Link} to="/new-site" variant="contained">
              New Site
            </Button>
          )}
          <IconButton
            title={refreshing ? 'Refreshing...' : 'Refresh'}
            aria-label={refreshing ? 'Refreshing...' : 'Refresh'}
            onClick={refresh}
            aria-disabled={refreshing}
          >
            <Icon path={REFRESH} />
          </IconButton>
        </Box>
      }
    >
      {ordered && <OrderedNotice ordered={ordered} />}
      <Overview />
      {firstSteps === undefined ? (
        // first steps would move what is below them
        <Skeleton variant="rounded" height={360} />
      ) : (
        <>
          {firstSteps !== null && <FirstSteps ticked={firstSteps} />}
          <StartCards />
          <Paper variant="outlined">
            <AddressTabs label="Sites and migrations" tabs={tabs} initial={ordered?.tab}>
              {(tab) => (
                <Box sx={{ minHeight: 240 }}>
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
                </Box>
              )}
            </AddressTabs>
          </Paper>
        </>
      )}
      {(shared.isError || !!shared.data?.length) && <SharedSites sites={shared} />}
      {changing?.change === 'edit' && <EditSiteDialog site={changing.site} onClose={close} />}
      {changing && changing.change !== 'edit' && (
        <StatusDialog site={changing.site} status={changing.change} onClose={close} />
      )}
    </Page>
  );
}

const CARDS: readonly {
  readonly to: string;
  readonly needs?: DealerPermission;
  readonly title: string;
  readonly text: string;
  readonly icon: string;
}[] = [
  {
    to: '/new-site',
    needs: 'ordering',
    title: 'New Site Setup',
    text: 'Order a hosted site for a customer.',
    icon: 'M4 21V8l8-5 8 5v13h-6v-6h-4v6zm7-11v2h2v-2z',
  },
  {
    to: '/site-migration',
    needs: 'ordering',
    title: 'Site Migration',
    text: 'Move a site over from the old version.',
    icon: 'M4 7h11V4l5 5-5 5v-3H4zm16 6v4H9v3l-5-5 5-5v3z',
  },
  {
    to: '/resources',
    title: 'Dealer Resources',
    text: 'Installation steps, panel settings and downloads.',
    icon: 'M5 3h10l4 4v14H5zm9 1.5V8h3.5zM8 12v1.5h8V12zm0 4v1.5h6V16z',
  },
];

function StartCards() {
  const { dealer_role: role } = useUser();
  const cards = CARDS.filter(({ needs = 'approved' }) => mayDealer(role, needs));
  return (
    <Box
      component="ul"
      sx={{
        listStyle: 'none',
        m: 0,
        mb: { xs: 2, md: 3 },
        p: 0,
        display: 'grid',
        gap: { xs: 1, sm: 2 },
        gridTemplateColumns: `repeat(${cards.length}, minmax(0, 1fr))`,
      }}
    >
      {cards.map(({ to, title, text, icon }) => (
        <li key={to}>
          <Paper
            variant="outlined"
            component={Link}
            to={to}
            sx={{
              display: 'flex',
              flexDirection: { xs: 'column', sm: 'row' },
              gap: { xs: 0.5, sm: 1.5 },
              alignItems: 'center',
              textAlign: { xs: 'center', sm: 'left' },
              px: { xs: 1, sm: 2 },
              py: 1.25,
              height: '100%',
              color: 'text.primary',
              textDecoration: 'none',
              transition: 'border-color 120ms',
              '&:hover': { borderColor: 'primary.main' },
              '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main' },
            }}
          >
            <SvgIcon fontSize="small" sx={{ color: 'primary.main' }}>
              <path d={icon} />
            </SvgIcon>
            <span>
              <Typography component="span" variant="body2" sx={{ display: 'block', fontWeight: 600 }}>
                {title}
              </Typography>
              <Typography
                component="span"
                variant="caption"
                color="text.secondary"
                sx={{ display: { xs: 'none', md: 'block' } }}
              >
                {text}
              </Typography>
            </span>
          </Paper>
        </li>
      ))}
    </Box>
  );
}
