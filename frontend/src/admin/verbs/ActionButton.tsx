import type { SvgIconComponent } from '@mui/icons-material';
import { Button, IconButton, Tooltip } from '@mui/material';

export type ActionVariant = 'icon' | 'text' | 'outlined' | 'contained';

interface ActionButtonProps {
  readonly label: string;
  /** Which record it is about, for those who hear the button without seeing its row. */
  readonly of?: string;
  readonly icon: SvgIconComponent;
  readonly variant?: ActionVariant;
  /** In the colour of the text. */
  readonly quiet?: boolean;
  readonly onClick: () => void;
}

/** A button that opens a dialog about a record: a word, or in rows its sign alone. */
export function ActionButton(props: ActionButtonProps) {
  const { label, of, icon: Icon, variant = 'text', quiet = false, onClick } = props;
  const name = of === undefined ? label : `${label} ${of}`;
  const common = { size: 'small', 'aria-haspopup': 'dialog', 'aria-label': name, onClick } as const;
  if (variant === 'icon') {
    return (
      <Tooltip title={label}>
        <IconButton {...common}>
          <Icon fontSize="small" />
        </IconButton>
      </Tooltip>
    );
  }
  return (
    <Button
      {...common}
      variant={variant}
      color={quiet ? 'inherit' : 'primary'}
      startIcon={<Icon fontSize="small" />}
      sx={{ whiteSpace: 'nowrap' }}
    >
      {label}
    </Button>
  );
}
