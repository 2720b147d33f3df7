import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';

interface PanelProps {
  readonly title: string;
  /** Content that brings its own distance to the edge, e.g. a list. */
  readonly flush?: boolean;
  readonly children: ReactNode;
}

/** A part of a site's page, named by its heading. */
export function Panel({ title, flush = false, children }: PanelProps) {
  const id = useId();
  return (
    <Paper component="section" variant="outlined" aria-labelledby={id} sx={{ minWidth: 0 }}>
      <Typography variant="h2" id={id} sx={{ px: { xs: 2, sm: 3 }, pt: 2.5, pb: 1.5 }}>
        {title}
      </Typography>
      <Box sx={flush ? {} : { px: { xs: 2, sm: 3 }, pb: 3 }}>{children}</Box>
    </Paper>
  );
}
