import { Box, Skeleton } from '@mui/material';
import { type PortalSettings, paths, type SettingsHistory } from '@portal/contract';
import { useQuery } from '@tanstack/react-query';
import { LoadProblem } from '../../shared/ui/LoadProblem.tsx';
import { PageHeading } from '../kit/PageHeading.tsx';
import { SettingsEditor } from './SettingsEditor.tsx';
import { SettingsHistoryTable } from './SettingsHistoryTable.tsx';

/** What administrators may set, who set it last, and everything that was set before. */
export default function SettingsPage() {
  const { data, error, refetch } = useQuery<PortalSettings>({ queryKey: [paths.admin.portalSettings] });
  const history = useQuery<SettingsHistory>({ queryKey: [paths.admin.settingsHistory] });
  return (
    <>
      <PageHeading title="Settings" lead="What holds for the whole portal." />
      <Box sx={{ display: 'grid', gap: 3, maxWidth: 960, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        {data === undefined &&
          (error === null ? (
            <Skeleton variant="rounded" height={480} role="status" aria-label="Loading" />
          ) : (
            <LoadProblem
              text="The settings could not be loaded."
              error={error}
              onRetry={() => void refetch()}
            />
          ))}
        {data !== undefined && <SettingsEditor settings={data} history={history.data} />}
        {history.isError && (
          <LoadProblem
            text="The history of the settings could not be loaded."
            error={history.error}
            onRetry={() => void history.refetch()}
          />
        )}
        {history.data !== undefined && <SettingsHistoryTable history={history.data} />}
      </Box>
    </>
  );
}
