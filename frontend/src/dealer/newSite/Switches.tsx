import Box from '@mui/material/Box';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { formatDollars } from '@portal/domain/values';
import type { ReactNode } from 'react';

interface SwitchRowProps {
  readonly id: string;
  readonly label: string;
  readonly priceCents: number;
  readonly hint: ReactNode;
  readonly checked: boolean;
  readonly disabled: boolean;
  readonly onChange?: (checked: boolean) => void;
}

/** A licence or a piece of hardware that is on or off, with its price. */
export function SwitchRow({ id, label, priceCents, hint, checked, disabled, onChange }: SwitchRowProps) {
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 2,
        p: 2,
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
      }}
    >
      <Box sx={{ flex: 1 }}>
        <Typography component="label" htmlFor={id} sx={{ fontWeight: 600 }}>
          {label}
        </Typography>
        <Typography variant="body2" color="text.secondary" id={`${id}-hint`}>
          {formatDollars(priceCents)} · {hint}
        </Typography>
      </Box>
      <Switch
        checked={checked}
        disabled={disabled}
        onChange={(_, next) => onChange?.(next)}
        slotProps={{ input: { id, 'aria-describedby': `${id}-hint` } }}
      />
    </Box>
  );
}
