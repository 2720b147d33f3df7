import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
import { type ReactNode, useId } from 'react';
import { CROSS, Icon } from '../../shared/theme/Icon.tsx';

interface PaymentDialogProps {
  readonly title: string;
  readonly width?: 'xs' | 'sm';
  /** Undefined while it can't be closed. */
  readonly onClose: (() => void) | undefined;
  /** Shows a close button in the heading. */
  readonly closeButton?: boolean;
  readonly children: ReactNode;
}

/** A dialog whose content loads later: it stays at the top of the window and grows downwards. */
export function PaymentDialog(props: PaymentDialogProps) {
  const { title, width = 'sm', onClose, closeButton = onClose !== undefined, children } = props;
  const id = useId();
  return (
    <Dialog
      open
      sx={{ '& .MuiDialog-container': { alignItems: 'flex-start' } }}
      fullWidth
      maxWidth={width}
      aria-labelledby={id}
      onClose={() => onClose?.()}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', pr: 2 }}>
        <DialogTitle id={id} sx={{ flex: 1 }}>
          {title}
        </DialogTitle>
        {closeButton && (
          <IconButton aria-label="Close" onClick={onClose}>
            <Icon path={CROSS} />
          </IconButton>
        )}
      </Box>
      {children}
    </Dialog>
  );
}
