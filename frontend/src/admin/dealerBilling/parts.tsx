import { Box, Typography } from '@mui/material';
import { lazy } from 'react';
import { type AnnouncedRate, ScheduledRates } from '../../parts/invoice/ScheduledRates.tsx';
import { useDialogs } from '../kit/DialogHost.tsx';
import { useBilledSummary } from './queries.ts';

const CancelAnnouncedRateDialog = lazy(async () => ({
  default: (await import('./RateDialogs.tsx')).CancelAnnouncedRateDialog,
}));

interface AnnouncedRatesProps {
  readonly accountId: string;
  readonly rates: readonly AnnouncedRate[];
  readonly onCanceled?: () => void;
}

/** Rates that are announced and not in force yet, each of which can be canceled. */
export function AnnouncedRates({ accountId, rates, onCanceled = () => undefined }: AnnouncedRatesProps) {
  const open = useDialogs();
  const cancel = (rate: AnnouncedRate) =>
    open((close) => (
      <CancelAnnouncedRateDialog accountId={accountId} rate={rate} onSaved={onCanceled} onClose={close} />
    ));
  return <ScheduledRates rates={rates} onCancel={cancel} />;
}

/** The same with its heading, for a page that has not read the company's charges; nothing without any. */
export function CompanyAnnouncedRates({ accountId }: { readonly accountId: string }) {
  const rates = useBilledSummary(accountId).data?.announced_rates ?? [];
  if (rates.length === 0) return null;
  return (
    <Box sx={{ mb: 3 }}>
      <Typography variant="h3" component="h2" sx={{ mb: 1 }}>
        Announced price changes
      </Typography>
      <AnnouncedRates accountId={accountId} rates={rates} />
    </Box>
  );
}
