import PreviousIcon from '@mui/icons-material/NavigateBefore';
import NextIcon from '@mui/icons-material/NavigateNext';
import { Box, IconButton, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { usePrevNextController, useResourceContext, useStore } from 'react-admin';
import { Link } from 'react-router';
import { showCount } from '../format.ts';

/** How far into a list one can walk from a record that is not on the page last looked at. */
const MOST_RECORDS = 100;

/** The way to the records before and after this one, in the list as it was last looked at; nothing without one. */
export function PrevNext() {
  const resource = useResourceContext() ?? '';
  const [looked] = useStore<object | null>(`${resource}.listParams`, null);
  return looked === null ? null : <Neighbours />;
}

function Neighbours() {
  const { prevPath, nextPath, index, total } = usePrevNextController({
    linkType: 'show',
    limit: MOST_RECORDS,
  });
  if (index === undefined || total === undefined) return null;
  return (
    <Box
      component="nav"
      aria-label="Records of the list"
      sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5, ml: 2 }}
    >
      <Step path={prevPath} label="Previous record" icon={<PreviousIcon />} />
      <Typography variant="body2" color="text.secondary" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {showCount(index + 1)} of {showCount(total)}
      </Typography>
      <Step path={nextPath} label="Next record" icon={<NextIcon />} />
    </Box>
  );
}

interface StepProps {
  readonly path: string | undefined;
  readonly label: string;
  readonly icon: ReactNode;
}

function Step({ path, label, icon }: StepProps) {
  if (path === undefined) {
    return (
      <IconButton size="small" disabled aria-label={label}>
        {icon}
      </IconButton>
    );
  }
  return (
    <IconButton size="small" component={Link} to={path} aria-label={label}>
      {icon}
    </IconButton>
  );
}
