import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEffect, useRef } from 'react';
import { SubmitButton } from '../../../shared/form/Form.tsx';

interface StepButtonsProps {
  readonly action: string;
  readonly pending: boolean;
  readonly onCancel: () => void;
}

export function StepButtons({ action, pending, onCancel }: StepButtonsProps) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
      <SubmitButton busy={pending} busyLabel="Please wait...">
        {action}
      </SubmitButton>
      <Button onClick={onCancel}>Cancel</Button>
    </Box>
  );
}

/** The heading of a step; takes the focus, so that screen readers begin here. */
export function StepHeading({ children }: { readonly children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Typography variant="h3" ref={heading} tabIndex={-1} sx={{ outline: 'none' }}>
      {children}
    </Typography>
  );
}
