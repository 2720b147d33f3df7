import { Box, Skeleton } from '@mui/material';
import { lazy, type ReactNode, Suspense } from 'react';
import { PageHeading } from '../kit/PageHeading.tsx';
import { useOverview } from '../records/overview.ts';
import { Business } from './Business.tsx';
import { LargestInvoices } from './LargestInvoices.tsx';
import { Panel } from './Panel.tsx';
import { PendingDealers, PendingMigrations, PendingSites } from './Pending.tsx';
import { Waiting } from './Waiting.tsx';

const HomeAlerts = lazy(() => import('../alerts/HomeAlerts.tsx'));
const RevenueChart = lazy(() => import('./RevenueChart.tsx'));
const Activity = lazy(() => import('./Activity.tsx'));

/** What needs a decision now, how the business stands, and what happened lately; it keeps itself up to date. */
export function AdminHome() {
  const { data } = useOverview();
  return (
    <>
      <PageHeading title="Admin dashboard" lead="What needs a decision now, and how the portal stands." />
      <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <Suspense fallback={null}>
          <HomeAlerts />
        </Suspense>
        <Waiting />
        <Business />
        <Suspense fallback={<Skeleton variant="rounded" height={260} />}>
          <RevenueChart />
        </Suspense>
        <Box
          sx={{
            display: 'grid',
            gap: 3,
            alignItems: 'start',
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
          }}
        >
          <Column>
            <PendingDealers />
            <PendingSites />
            {(data?.waiting.migrations ?? 0) > 0 && <PendingMigrations />}
            <LargestInvoices />
          </Column>
          <Panel title="Newest activity">
            <Suspense fallback={<Skeleton variant="rounded" height={240} sx={{ m: 2 }} />}>
              <Activity />
            </Suspense>
          </Panel>
        </Box>
      </Box>
    </>
  );
}

function Column({ children }: { readonly children: ReactNode }) {
  return <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' }}>{children}</Box>;
}
