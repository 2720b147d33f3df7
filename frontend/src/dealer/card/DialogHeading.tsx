import Box from '@mui/material/Box';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
import SvgIcon from '@mui/material/SvgIcon';

/** For a dialog whose content comes later: it keeps its place below the window's top and grows downwards. */
export const growsDown = { '& .MuiDialog-container': { alignItems: 'flex-start' } } as const;

const CROSS = 'M19 6.4 17.6 5 12 10.6 6.4 5 5 6.4 10.6 12 5 17.6 6.4 19 12 13.4 17.6 19 19 17.6 13.4 12z';

interface DialogHeadingProps {
  readonly id: string;
  readonly title: string;
  /** Absent while the dialog can't be closed. */
  readonly onClose?: (() => void) | undefined;
}

/** A dialog's title with the control that closes it. */
export function DialogHeading({ id, title, onClose }: DialogHeadingProps) {
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', pr: 2 }}>
      <DialogTitle id={id} sx={{ flex: 1 }}>
        {title}
      </DialogTitle>
      {onClose && (
        <IconButton aria-label="Close" onClick={onClose}>
          <SvgIcon>
            <path d={CROSS} />
          </SvgIcon>
        </IconButton>
      )}
    </Box>
  );
}
