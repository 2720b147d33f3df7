import { Typography, type TypographyProps } from '@mui/material';
import type { ElementType } from 'react';

/** A small line in the secondary color, mostly below what it explains. */
export const Muted = (props: TypographyProps<ElementType, { readonly component?: ElementType }>) => (
  <Typography variant="body2" color="text.secondary" {...props} />
);
