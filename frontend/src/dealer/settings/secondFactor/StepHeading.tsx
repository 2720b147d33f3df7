import Typography from '@mui/material/Typography';
import { useEffect, useRef } from 'react';

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
