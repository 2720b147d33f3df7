import CriticalIcon from '@mui/icons-material/ErrorOutlined';
import CheckIcon from '@mui/icons-material/TaskAltOutlined';
import WarningIcon from '@mui/icons-material/WarningAmberOutlined';
import { Box, Button, Card, CardContent, Menu, MenuItem, Skeleton, Typography } from '@mui/material';
import { type AlertRecord, type Alerts, paths, SNOOZE_HOURS } from '@portal/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { useBasename } from 'react-admin';
import { Link as RouterLink } from 'react-router';
import { useCommand } from '../../shared/http/useCommand.ts';
import { momentText } from '../../shared/text.ts';
import { LoadProblem } from '../../shared/ui/LoadProblem.tsx';
import { usePortal } from '../dataProvider/index.ts';
import { useMay } from '../kit/access.ts';
import { PlainList } from '../kit/parts.tsx';
import { PageLink } from '../records/links.tsx';

/** More are shown on demand. */
const SHOWN = 3;

/** The unanswered alerts, on top of the overview. */
export function HomeAlerts() {
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
        <PageLink
          to={`${basename}/system`}
          text={quiet === 0 ? 'All alerts' : `${quiet} more, acknowledged or snoozed`}
        />
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

type Answers = Pick<ReturnType<typeof useAlerts>, 'busy' | 'acknowledge' | 'snooze'>;

interface AlertListProps extends Answers {
  readonly alerts: readonly AlertRecord[];
  readonly label: string;
}

const AlertList = ({ alerts, label, ...answers }: AlertListProps) => (
  <PlainList label={label} gap={1.5}>
    {alerts.map((alert) => (
      <AlertCard key={alert.id} {...answers} alert={alert} />
    ))}
  </PlainList>
);

const LOOK = {
  critical: { tone: 'error', word: 'Critical', Icon: CriticalIcon },
  warning: { tone: 'warning', word: 'Warning', Icon: WarningIcon },
} as const;

/** An alert with its remedy; without color once it is acknowledged or snoozed. */
function AlertCard({ alert, busy, acknowledge, snooze }: Answers & { readonly alert: AlertRecord }) {
  const mayAnswer = useMay('operations');
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
          <Button component={RouterLink} to={`${basename}${link.path}`} size="small" variant="contained">
            {link.label}
          </Button>
          {mayAnswer && acknowledged === null && (
            <Button
              size="small"
              variant="outlined"
              color="inherit"
              aria-disabled={busy}
              aria-describedby={heading}
              onClick={() => acknowledge(alert)}
            >
              Acknowledge
            </Button>
          )}
          {mayAnswer && (
            <SnoozeButton
              describedBy={heading}
              isSnoozed={snoozed !== null}
              busy={busy}
              onSnooze={(hours) => snooze(alert, hours)}
            />
          )}
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

const Closed = ({ alerts }: { readonly alerts: readonly AlertRecord[] }) => (
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

/** The alerts of the portal's own checks, with the administrators' answers. */
function useAlerts() {
  const { data, error, refetch } = useQuery<Alerts>({ queryKey: [paths.admin.alerts] });
  const portal = usePortal();
  const heading = useFocusAfter(data);
  const answer = useCommand({
    send: (command: () => Promise<unknown>) => command(),
    // the checks go on, so the alerts may have changed
    refresh: (client) => client.invalidateQueries({ queryKey: [paths.admin.alerts] }),
    refreshRefused: true,
    failed: { title: 'Error', fallback: 'This could not be saved.' },
  });
  const act = (command: () => Promise<unknown>) => {
    if (answer.isPending) return;
    heading.expect();
    answer.mutate(command);
  };
  return {
    data,
    error,
    refetch,
    /** Ref of the heading of the alerts, which needs a tabIndex of -1. */
    heading: heading.ref,
    busy: answer.isPending,
    acknowledge: ({ id }: AlertRecord) => act(() => portal.acknowledgeAlert(id)),
    /** 0 hours end a snooze. */
    snooze: ({ id }: AlertRecord, hours: number) => act(() => portal.snoozeAlert(id, hours)),
  };
}

/** Moves the focus to the heading when the pressed button disappears with its alert. */
function useFocusAfter(data: unknown) {
  const ref = useRef<HTMLHeadingElement>(null);
  const expected = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: checks after each change of the alerts
  useEffect(() => {
    if (!expected.current || document.activeElement !== document.body) return;
    expected.current = false;
    ref.current?.focus();
  }, [data]);
  return {
    ref,
    expect: () => {
      expected.current = true;
    },
  };
}

/** Neither acknowledged nor snoozed. */
const isStanding = ({ acknowledged, snoozed }: AlertRecord): boolean =>
  acknowledged === null && snoozed === null;

const criticalFirst = (alerts: readonly AlertRecord[]): readonly AlertRecord[] => [
  ...alerts.filter(({ severity }) => severity === 'critical'),
  ...alerts.filter(({ severity }) => severity !== 'critical'),
];
