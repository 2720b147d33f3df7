import { Box, Paper, Typography } from '@mui/material';
import { type ReactNode, useId } from 'react';

interface SectionProps {
  readonly title: string;
  /** Below the heading. */
  readonly lead?: ReactNode;
  /** Beside the heading. */
  readonly actions?: ReactNode;
  /** Without padding, e.g. for a table. */
  readonly flush?: boolean;
  /** With space between the parts of the content. */
  readonly spaced?: boolean;
  readonly children: ReactNode;
}

/** A card with a heading. */
export function Section(props: SectionProps) {
  const { title, lead, actions, flush = false, spaced = false, children } = props;
  const id = useId();
  return (
    <Paper
      component="section"
      variant="outlined"
      aria-labelledby={id}
      // so that browsers scroll a focused entry to where its scroll margin says, e.g. above a bar that sticks
      sx={{ minWidth: 0, ...(spaced && { overflow: 'hidden' }) }}
    >
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          justifyContent: 'space-between',
          gap: 1.5,
          px: { xs: 2, sm: 3 },
          pt: 2.5,
          pb: 2,
        }}
      >
        <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          <Typography variant="h2" id={id}>
            {title}
          </Typography>
          {lead !== undefined && (
            <Typography color="text.secondary" component="div">
              {lead}
            </Typography>
          )}
        </Box>
        {actions}
      </Box>
      <Box
        sx={[
          !flush && { px: { xs: 2, sm: 3 }, pb: 3 },
          spaced && { display: 'grid', gap: 2.5, gridTemplateColumns: 'minmax(0, 1fr)' },
        ]}
      >
        {children}
      </Box>
    </Paper>
  );
}
