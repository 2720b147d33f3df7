import { Box } from '@mui/material';
import type { AlertRecord } from '@portal/contract';
import { AlertCard } from './AlertCard.tsx';
import type { useAlerts } from './useAlerts.ts';

type Answers = Pick<ReturnType<typeof useAlerts>, 'busy' | 'acknowledge' | 'snooze'>;

/** Critical ones first, each in the order they are given. */
export function AlertList({
  alerts,
  label,
  busy,
  acknowledge,
  snooze,
}: Answers & { readonly alerts: readonly AlertRecord[]; readonly label: string }) {
  const sorted = [
    ...alerts.filter(({ severity }) => severity === 'critical'),
    ...alerts.filter(({ severity }) => severity !== 'critical'),
  ];
  return (
    <Box
      component="ul"
      aria-label={label}
      sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}
    >
      {sorted.map((alert) => (
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
