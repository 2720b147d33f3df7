import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { formatDollars } from '@portal/domain/values';
import type { ComponentProps } from 'react';
import { CheckBox } from '../../shared/form/CheckBox.tsx';

interface OptionRowProps extends ComponentProps<typeof CheckBox> {
  readonly id: string;
  readonly label: string;
  readonly priceCents: number;
  readonly hint: string;
}

/** A licence or a piece of hardware that is ordered or not, with its price. */
export function OptionRow({ id, label, priceCents, hint, ...input }: OptionRowProps) {
  return (
    <Box
      component="label"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 2,
        p: 2,
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        cursor: input.disabled ? 'default' : 'pointer',
      }}
    >
      <CheckBox
        {...input}
        type="checkbox"
        id={id}
        aria-labelledby={`${id}-name`}
        aria-describedby={`${id}-hint`}
      />
      <span>
        <Typography component="span" id={`${id}-name`} sx={{ display: 'block', fontWeight: 600 }}>
          {label}
        </Typography>
        <Typography component="span" variant="body2" color="text.secondary" id={`${id}-hint`}>
          {formatDollars(priceCents)} · {hint}
        </Typography>
      </span>
    </Box>
  );
}
