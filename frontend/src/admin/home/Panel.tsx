import { Box, Card, Link, Typography } from '@mui/material';
import { type ReactNode, useId } from 'react';
import { Link as RouterLink } from 'react-router';

interface PanelProps {
  readonly title: string;
  /** The full list behind the few rows shown here. */
  readonly all?: { readonly to: string; readonly label: string };
  readonly children: ReactNode;
}

/** A titled card of the overview. */
export function Panel({ title, all, children }: PanelProps) {
  const heading = useId();
  return (
    <Card variant="outlined" component="section" aria-labelledby={heading}>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          justifyContent: 'space-between',
          alignItems: 'baseline',
          gap: 1,
          px: 2,
          pt: 2,
          pb: 1,
        }}
      >
        <Typography id={heading} component="h2" variant="h2">
          {title}
        </Typography>
        {all !== undefined && (
          <Link component={RouterLink} to={all.to} underline="hover" sx={{ fontWeight: 600, py: 0.5 }}>
            {all.label}
          </Link>
        )}
      </Box>
      {children}
    </Card>
  );
}
