import CriticalIcon from '@mui/icons-material/ErrorOutlined';
import WarningIcon from '@mui/icons-material/WarningAmberOutlined';
import { Box, Button, Typography } from '@mui/material';
import type { AlertRecord } from '@portal/contract';
import { useId } from 'react';
import { useBasename } from 'react-admin';
import { Link } from 'react-router';
import { showMoment } from '../format.ts';
import { SnoozeButton } from './SnoozeButton.tsx';

interface AlertCardProps {
  readonly alert: AlertRecord;
  readonly busy: boolean;
  readonly onAcknowledge: () => void;
  readonly onSnooze: (hours: number) => void;
}

const LOOK = {
  critical: { tone: 'error', word: 'Critical', Icon: CriticalIcon },
  warning: { tone: 'warning', word: 'Warning', Icon: WarningIcon },
} as const;

/** What is wrong, what to do about it and where; what is acknowledged or snoozed is quieter. */
export function AlertCard({ alert, busy, onAcknowledge, onSnooze }: AlertCardProps) {
  const { severity, title, todo, link, opened_at, acknowledged, snoozed } = alert;
  const basename = useBasename();
  const heading = useId();
  const { tone, word, Icon } = LOOK[severity];
  const isQuiet = acknowledged !== null || snoozed !== null;
  return (
    <Box
      component="li"
      aria-labelledby={heading}
      sx={{
        display: 'flex',
        gap: 1.5,
        p: 2,
        borderRadius: 1,
        border: 1,
        borderLeft: 6,
        borderColor: isQuiet ? 'divider' : `${tone}.main`,
        bgcolor: isQuiet ? 'background.paper' : `${tone}.light`,
      }}
    >
      <Icon aria-hidden sx={{ color: `${tone}.main`, mt: 0.25 }} />
      <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography component="h3" id={heading} sx={{ fontWeight: 700, fontSize: '1rem' }}>
          <Box component="span" sx={{ color: `${tone}.main` }}>
            {word}:
          </Box>{' '}
          {title}
        </Typography>
        <Typography sx={{ mt: 0.5 }}>{todo}</Typography>
        <Typography variant="body2" sx={{ mt: 0.5, color: isQuiet ? 'text.secondary' : 'text.primary' }}>
          Since {showMoment(opened_at)}
          {acknowledged !== null && ` · Acknowledged by ${acknowledged.by}, ${showMoment(acknowledged.at)}`}
          {snoozed !== null && ` · Snoozed by ${snoozed.by} until ${showMoment(snoozed.until)}`}
        </Typography>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1.5 }}>
          <Button component={Link} to={`${basename}${link.path}`} size="small" variant="contained">
            {link.label}
          </Button>
          {acknowledged === null && (
            <Button
              size="small"
              variant="outlined"
              color="inherit"
              aria-disabled={busy}
              aria-describedby={heading}
              onClick={onAcknowledge}
            >
              Acknowledge
            </Button>
          )}
          <SnoozeButton describedBy={heading} isSnoozed={snoozed !== null} busy={busy} onSnooze={onSnooze} />
        </Box>
      </Box>
    </Box>
  );
}
