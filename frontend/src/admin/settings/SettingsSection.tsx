import { Card, CardContent, Stack, Typography } from '@mui/material';
import { type ReactNode, useId } from 'react';

/** A titled part of the settings. */
export function SettingsSection({
  title,
  lead,
  children,
}: {
  readonly title: string;
  readonly lead: string;
  readonly children: ReactNode;
}) {
  const heading = useId();
  return (
    <Card variant="outlined" component="section" aria-labelledby={heading}>
      <CardContent sx={{ p: 3 }}>
        <Typography id={heading} component="h2" variant="h2">
          {title}
        </Typography>
        <Typography color="text.secondary" sx={{ mb: 2.5 }}>
          {lead}
        </Typography>
        <Stack spacing={2.5}>{children}</Stack>
      </CardContent>
    </Card>
  );
}
