import { Box } from '@mui/material';

export type Tone = 'success' | 'warning' | 'info' | 'neutral' | 'error';

interface StatusBadgeProps {
  readonly tone: Tone;
  /** Said after the status, e.g. 'overdue'. */
  readonly detail?: string | false;
  readonly children: string;
}

/** A status as colored text: the only chip for states. */
export function StatusBadge({ tone, detail = false, children }: StatusBadgeProps) {
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        justifySelf: 'start',
        alignItems: 'center',
        gap: 0.75,
        px: 1.25,
        py: 0.25,
        borderRadius: 999,
        border: 1,
        fontSize: '0.8125rem',
        fontWeight: 600,
        whiteSpace: 'nowrap',
        bgcolor: tone === 'neutral' ? 'background.default' : `${tone}.light`,
        color: tone === 'neutral' ? 'text.secondary' : `${tone}.main`,
        borderColor: tone === 'neutral' ? 'divider' : 'transparent',
        '&::before': { content: '""', width: 7, height: 7, borderRadius: '50%', bgcolor: 'currentColor' },
      }}
    >
      <span>
        <span>{children}</span>
        {detail && `, ${detail}`}
      </span>
    </Box>
  );
}
