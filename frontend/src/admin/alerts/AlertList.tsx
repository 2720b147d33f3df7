import { Box } from '@mui/material';
import type { AlertRecord } from '@portal/contract';
import { AlertCard } from './AlertCard.tsx';
import type { useAlerts } from './useAlerts.ts';

type Answers = Pick<ReturnType<typeof useAlerts>, 'busy' | 'acknowledge' | 'snooze'>;

/** Alerts below each other, each with what can be answered to it. */
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
