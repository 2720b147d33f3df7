import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEffect, useRef } from 'react';

interface StepButtonsProps {
  readonly action: string;
  readonly pending: boolean;
  readonly onCancel: () => void;
}

/** Submits the step's form, or leaves it. */
export function StepButtons({ action, pending, onCancel }: StepButtonsProps) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
      <Button type="submit" variant="contained" aria-disabled={pending}>
        {pending ? 'Please wait...' : action}
      </Button>
      <Button onClick={onCancel}>Cancel</Button>
    </Box>
  );
}

/** The heading of a step; takes the focus from the button that led here, so that the step is read from its beginning. */
export function StepHeading({ children }: { readonly children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Typography variant="h3" ref={heading} tabIndex={-1} sx={{ outline: 'none' }}>
      {children}
    </Typography>
  );
}
