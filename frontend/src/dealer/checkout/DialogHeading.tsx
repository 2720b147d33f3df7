import Box from '@mui/material/Box';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
import SvgIcon from '@mui/material/SvgIcon';

const CROSS =
  'M19 6.400 17.600 5 12 10.600 6.400 5 5 6.400 10.600 12 5 17.600 6.400 19 12 13.400 17.600 19 19 17.600 13.400 12z';

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
