import CheckIcon from '@mui/icons-material/TaskAltOutlined';
import { Box, Card, CardContent, Skeleton, Typography } from '@mui/material';
import type { AlertRecord } from '@portal/contract';
import { momentText } from '../../shared/text.ts';
import { LoadProblem } from '../../shared/ui/LoadProblem.tsx';
import { AlertList } from './AlertList.tsx';
import { criticalFirst, useAlerts } from './useAlerts.ts';

/** All open alerts and those closed in the last days. */
export function SystemAlerts() {
  const { data, error, refetch, heading, ...answers } = useAlerts();
  return (
    <Card variant="outlined" component="section" aria-labelledby="alerts">
      <CardContent sx={{ p: 3, display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <div>
          <Typography id="alerts" ref={heading} tabIndex={-1} component="h2" variant="h2">
            Alerts
          </Typography>
          <Typography color="text.secondary">
            The portal checks itself once a minute. Alerts are shown here and on the dashboard, and sent by
            email according to the settings.
          </Typography>
        </div>
        {data === undefined &&
          (error === null ? (
            <Skeleton variant="rounded" height={80} role="status" aria-label="Loading the alerts" />
          ) : (
            <LoadProblem text="The alerts could not be loaded." onRetry={refetch} />
          ))}
        {data?.open.length === 0 && (
          <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'center' }}>
            <CheckIcon color="success" aria-hidden />
            <Typography>No open alerts.</Typography>
          </Box>
        )}
        {data !== undefined && data.open.length > 0 && (
          <AlertList {...answers} alerts={criticalFirst(data.open)} label="Open alerts" />
        )}
        {data !== undefined && data.closed.length > 0 && <Closed alerts={data.closed} />}
      </CardContent>
    </Card>
  );
}

function Closed({ alerts }: { readonly alerts: readonly AlertRecord[] }) {
  return (
    <Box component="details">
      <Box component="summary" sx={{ cursor: 'pointer', fontWeight: 600, py: 0.5 }}>
        {alerts.length === 1
          ? '1 alert resolved in the last 7 days'
          : `${alerts.length} alerts resolved in the last 7 days`}
      </Box>
      <Box component="ul" aria-label="Closed alerts" sx={{ m: 0, mt: 1, pl: 2.5, overflowWrap: 'anywhere' }}>
        {alerts.map(({ id, title, opened_at, closed_at }) => (
          <li key={id}>
            {title}{' '}
            <Typography component="span" variant="body2" color="text.secondary">
              {`${momentText(opened_at)} to ${momentText(closed_at)}`}
            </Typography>
          </li>
        ))}
      </Box>
    </Box>
  );
}
