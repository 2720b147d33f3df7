import { Box, Skeleton, TableCell, TableRow, Typography } from '@mui/material';
import { type PortalSettings, paths, type SettingsHistory } from '@portal/contract';
import { useQuery } from '@tanstack/react-query';
import { momentText } from '../../shared/text.ts';
import { LoadProblem } from '../../shared/ui/LoadProblem.tsx';
import { Section } from '../../shared/ui/Section.tsx';
import { useMay } from '../kit/access.ts';
import { RowName, SmallTable } from '../kit/parts.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';
import { AccountNames, SalesTax } from './Accounting.tsx';
import { SettingsEditor } from './SettingsEditor.tsx';
import { SETTING_NAMES, settingText } from './settingsForm.ts';

/** The portal's settings and their history. */
export default function SettingsPage() {
  const mayChange = useMay('settings');
  const { data, error, refetch } = useQuery<PortalSettings>({ queryKey: [paths.admin.portalSettings] });
  const history = useQuery<SettingsHistory>({ queryKey: [paths.admin.settingsHistory] });
  return (
    <>
      <PageHeading
        title="Settings"
        lead={`Settings for the whole portal.${mayChange ? '' : ' Only administrators change them.'}`}
      />
      <Box sx={{ display: 'grid', gap: 3, maxWidth: 960, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        {data === undefined &&
          (error === null ? (
            <Skeleton variant="rounded" height={480} role="status" aria-label="Loading" />
          ) : (
            <LoadProblem text="The settings could not be loaded." error={error} onRetry={refetch} />
          ))}
        {data !== undefined && <SettingsEditor settings={data} history={history.data} />}
        {/* the settings above would push it out of sight */}
        {(data !== undefined || error !== null) && (
          <>
            <AccountNames />
            <SalesTax />
            {history.isError && (
              <LoadProblem
                text="The history of the settings could not be loaded."
                error={history.error}
                onRetry={history.refetch}
              />
            )}
            {history.data !== undefined && <SettingsHistoryTable history={history.data} />}
          </>
        )}
      </Box>
    </>
  );
}

const SettingsHistoryTable = ({ history }: { readonly history: SettingsHistory }) => (
  <Section spaced title="History" lead="Changes, newest first.">
    {history.changes.length === 0 ? (
      <Typography>No changes yet.</Typography>
    ) : (
      <SmallTable label="Changes of settings" columns={['When', 'Who', 'Setting', 'Before', 'After']} sx={{}}>
        {history.changes.map(({ at, by, setting, from, to }) => (
          <TableRow key={`${at} ${setting}`} sx={{ verticalAlign: 'top' }}>
            <TableCell sx={{ whiteSpace: 'nowrap' }}>{momentText(at)}</TableCell>
            <TableCell>{by}</TableCell>
            <RowName sx={{ minWidth: 160 }}>{SETTING_NAMES[setting]}</RowName>
            <TableCell sx={{ minWidth: 160 }}>{settingText(setting, from)}</TableCell>
            <TableCell sx={{ minWidth: 160 }}>{settingText(setting, to)}</TableCell>
          </TableRow>
        ))}
      </SmallTable>
    )}
  </Section>
);
