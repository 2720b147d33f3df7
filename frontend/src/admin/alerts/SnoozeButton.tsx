import { Button, Menu, MenuItem } from '@mui/material';
import { SNOOZE_HOURS } from '@portal/contract';
import { useState } from 'react';

interface SnoozeButtonProps {
  /** Id of what it is about. */
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

/** Leaves an alert aside for a while, or takes that back. */
export function SnoozeButton({ describedBy, isSnoozed, busy, onSnooze }: SnoozeButtonProps) {
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
