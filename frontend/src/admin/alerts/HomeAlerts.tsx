import { Box, Button, Link, Typography } from '@mui/material';
import { useState } from 'react';
import { useBasename } from 'react-admin';
import { Link as RouterLink } from 'react-router';
import { LoadProblem } from '../../shared/ui/LoadProblem.tsx';
import { AlertList } from './AlertList.tsx';
import { criticalFirst, isStanding, useAlerts } from './useAlerts.ts';

/** More are shown on demand. */
const SHOWN = 3;

/** The unanswered alerts, on top of the overview. */
export default function HomeAlerts() {
  const { data, error, refetch, heading, ...answers } = useAlerts();
  const basename = useBasename();
  const [isWhole, setWhole] = useState(false);
  if (data === undefined) {
    if (error === null) return null;
    return <LoadProblem text="The alerts could not be loaded." onRetry={refetch} />;
  }
  if (data.open.length === 0) return null;
  const standing = criticalFirst(data.open.filter(isStanding));
  const quiet = data.open.length - standing.length;
  const shown = isWhole ? standing : standing.slice(0, SHOWN);
  return (
    <Box component="section" aria-labelledby="alerts" sx={{ display: 'grid', gap: 1.5 }}>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          justifyContent: 'space-between',
          alignItems: 'baseline',
          gap: 1,
        }}
      >
        <Typography id="alerts" ref={heading} tabIndex={-1} component="h2" variant="h2" aria-live="polite">
          {standing.length === 0 ? 'Alerts' : `Alerts (${standing.length})`}
        </Typography>
        <Link
          component={RouterLink}
          to={`${basename}/system`}
          underline="hover"
          sx={{ fontWeight: 600, py: 0.5 }}
        >
          {quiet === 0 ? 'All alerts' : `${quiet} more, acknowledged or snoozed`}
        </Link>
      </Box>
      {shown.length > 0 && <AlertList {...answers} alerts={shown} label="Alerts" />}
      {standing.length > SHOWN && (
        <Button
          variant="outlined"
          sx={{ justifySelf: 'start' }}
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? 'Show fewer' : `Show ${standing.length - SHOWN} more`}
        </Button>
      )}
    </Box>
  );
}
