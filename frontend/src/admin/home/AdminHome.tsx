import { Box } from '@mui/material';
import { PageHeading } from '../layout/PageHeading.tsx';
import { Figures } from './Figures.tsx';
import { LargestInvoices } from './LargestInvoices.tsx';
import { PendingDealers, PendingSites } from './Pending.tsx';

/** What needs a decision now, and how the business stands. */
export function AdminHome() {
  return (
    <>
      <PageHeading title="Admin dashboard" lead="What needs a decision now, and how the portal stands." />
      <Figures />
      <Box
        sx={{
          display: 'grid',
          gap: 3,
          mt: 3,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
        }}
      >
        <PendingDealers />
        <PendingSites />
      </Box>
      <Box sx={{ mt: 3 }}>
        <LargestInvoices />
      </Box>
    </>
  );
}
