import { Typography, type TypographyProps } from '@mui/material';
import type { ElementType } from 'react';

/** A small line that steps back, mostly below what it explains. */
export const Muted = (props: TypographyProps<ElementType, { readonly component?: ElementType }>) => (
  <Typography variant="body2" color="text.secondary" {...props} />
);
