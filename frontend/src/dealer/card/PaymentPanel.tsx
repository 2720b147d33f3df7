import { Box, Dialog, DialogActions, DialogContent, DialogTitle, IconButton } from '@mui/material';
import { type ComponentProps, lazy, type ReactNode, Suspense, useId } from 'react';
import { CROSS, Icon } from '../../shared/theme/Icon.tsx';
import { Loading } from '../../shared/ui/LoadProblem.tsx';

// brings the provider's library
const CardForm = lazy(() => import('./CardForm.tsx'));

interface PaymentPanelProps {
  readonly title: string;
  readonly width?: 'xs' | 'sm';
  /** Undefined while it can't be closed. */
  readonly onClose: (() => void) | undefined;
  /** Shows a close button in the heading. */
  readonly closeButton?: boolean;
  /** What is paid, and how. */
  readonly summary?: ReactNode;
  /** The card form, where one is needed. */
  readonly card?: ComponentProps<typeof CardForm> | 'loading' | false;
  /** Below the card form. */
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}

/**
 * The dialog in which a card pays or is saved. What it shows loads later: it stays at the top of the window and grows
 * downwards.
 */
export function PaymentPanel(props: PaymentPanelProps) {
  const { title, width = 'sm', onClose, closeButton = onClose !== undefined } = props;
  const { summary, card = false, children, actions } = props;
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
      <DialogContent sx={{ pt: 0, display: 'grid', gap: 2.5 }}>
        {summary}
        {card === 'loading' && <Loading label="Loading the card form..." />}
        {card && card !== 'loading' && (
          <Suspense fallback={<Loading label="Loading the card form..." />}>
            <CardForm {...card} />
          </Suspense>
        )}
        {children}
      </DialogContent>
      {actions && <DialogActions sx={{ flexWrap: 'wrap' }}>{actions}</DialogActions>}
    </Dialog>
  );
}
