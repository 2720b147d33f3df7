import { Chip } from '@mui/material';
import type { SiteStatus as Status } from '@portal/contract';

const LOOK = {
  active: { label: 'Active', tone: 'success' },
  pending: { label: 'Pending', tone: 'warning' },
  inactive: { label: 'Inactive', tone: 'default' },
} as const;

/** A site's status as a word on its colour; the word alone carries the meaning. */
export function SiteStatus({ status }: { readonly status: Status }) {
  const { label, tone } = LOOK[status];
  return (
    <Chip
      size="small"
      label={label}
      sx={
        tone === 'default'
          ? { bgcolor: 'action.selected', color: 'text.primary' }
          : { bgcolor: `${tone}.light`, color: `${tone}.main`, fontWeight: 600 }
      }
    />
  );
}
