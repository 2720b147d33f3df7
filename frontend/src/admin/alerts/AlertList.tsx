import CriticalIcon from '@mui/icons-material/ErrorOutlined';
import WarningIcon from '@mui/icons-material/WarningAmberOutlined';
import { Box, Button, Menu, MenuItem, Typography } from '@mui/material';
import { type AlertRecord, SNOOZE_HOURS } from '@portal/contract';
import { useId, useState } from 'react';
import { useBasename } from 'react-admin';
import { Link } from 'react-router';
import { momentText } from '../../shared/text.ts';
import type { useAlerts } from './useAlerts.ts';

type Answers = Pick<ReturnType<typeof useAlerts>, 'busy' | 'acknowledge' | 'snooze'>;

/** Alerts, each with its answers. */
export function AlertList({
  alerts,
  label,
  busy,
  acknowledge,
  snooze,
}: Answers & { readonly alerts: readonly AlertRecord[]; readonly label: string }) {
  return (
    <Box
      component="ul"
      aria-label={label}
      sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}
    >
      {alerts.map((alert) => (
        <AlertCard
          key={alert.id}
          alert={alert}
          busy={busy}
          onAcknowledge={() => void acknowledge(alert)}
          onSnooze={(hours) => void snooze(alert, hours)}
        />
      ))}
    </Box>
  );
}

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

/** An alert with its remedy; without color once it is acknowledged or snoozed. */
function AlertCard({ alert, busy, onAcknowledge, onSnooze }: AlertCardProps) {
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
          Since {momentText(opened_at)}
          {acknowledged !== null && ` · Acknowledged by ${acknowledged.by}, ${momentText(acknowledged.at)}`}
          {snoozed !== null && ` · Snoozed by ${snoozed.by} until ${momentText(snoozed.until)}`}
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

interface SnoozeButtonProps {
  /** Id of the alert's heading. */
  readonly describedBy: string;
  readonly isSnoozed: boolean;
  readonly busy: boolean;
  readonly onSnooze: (hours: number) => void;
}

const howLong = (hours: number) => {
  if (hours < 24) return hours === 1 ? '1 hour' : `${hours} hours`;
  const days = hours / 24;
  return days === 7 ? '1 week' : days === 1 ? '1 day' : `${days} days`;
};

/** Snoozes an alert, or ends its snooze. */
function SnoozeButton({ describedBy, isSnoozed, busy, onSnooze }: SnoozeButtonProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const common = {
    size: 'small',
    variant: 'outlined',
    color: 'inherit',
    'aria-disabled': busy,
    'aria-describedby': describedBy,
  } as const;
  if (isSnoozed) {
    return (
      <Button {...common} onClick={() => onSnooze(0)}>
        End snooze
      </Button>
    );
  }
  return (
    <>
      <Button
        {...common}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        Snooze
      </Button>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        slotProps={{ list: { 'aria-label': 'Snooze for' } }}
      >
        {SNOOZE_HOURS.map((hours) => (
          <MenuItem
            key={hours}
            onClick={() => {
              setAnchor(null);
              onSnooze(hours);
            }}
          >
            {howLong(hours)}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
