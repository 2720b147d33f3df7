import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { Site } from '@portal/contract';
import { dateText } from '../../shared/dateText.ts';
import { StatusBadge } from '../../shared/ui/StatusBadge.tsx';

const STATUS = {
  active: { tone: 'success', text: 'Active' },
  pending: { tone: 'warning', text: 'Pending Admin Approval' },
  inactive: { tone: 'neutral', text: 'Inactive' },
} as const;

const plural = (count: string, one: string) => `${count} ${count === '1' ? one : `${one}s`}`;

interface SiteRowProps {
  readonly site: Site;
  readonly onEdit: (site: Site) => void;
  readonly onStatus: (site: Site, status: 'active' | 'inactive') => void;
}

/** A site with its state and what the dealer may do: nothing while it is pending (spec 2, section 4). */
export function SiteRow({ site, onEdit, onStatus }: SiteRowProps) {
  const { tone, text } = STATUS[site.status];
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gap: 1.5,
        alignItems: 'center',
        gridTemplateColumns: {
          xs: '1fr',
          md: 'minmax(0, 2.4fr) minmax(0, 1.4fr) minmax(0, 1.6fr) minmax(210px, auto)',
        },
        px: { xs: 2, md: 3 },
        py: 2,
        borderTop: 1,
        borderColor: 'divider',
        '&:first-of-type': { borderTop: 0 },
      }}
    >
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography component="h3" variant="h3">
          {site.site_name}
        </Typography>
        <Typography variant="body2" color="text.secondary">
          {site.site_address}, {site.site_city}, {site.site_state} {site.site_zip}
        </Typography>
      </Box>
      <Typography variant="body2" component="div">
        {plural(site.number_of_readers, 'reader')}, {plural(site.number_of_acu_panels, 'panel')}
        <Typography variant="body2" color="text.secondary">
          Requested {dateText(site.requested_date)}
        </Typography>
      </Typography>
      <Box>
        <StatusBadge tone={tone}>{text}</StatusBadge>
      </Box>
      <Box sx={{ display: 'flex', gap: 1, justifyContent: { md: 'flex-end' } }}>
        {site.status !== 'pending' && (
          <Button
            size="small"
            variant="outlined"
            aria-label={`Edit ${site.site_name}`}
            onClick={() => onEdit(site)}
          >
            Edit
          </Button>
        )}
        {site.status === 'active' && (
          <Button
            size="small"
            color="error"
            aria-label={`Deactivate ${site.site_name}`}
            onClick={() => onStatus(site, 'inactive')}
          >
            Deactivate
          </Button>
        )}
        {site.status === 'inactive' && (
          <Button
            size="small"
            aria-label={`Reactivate ${site.site_name}`}
            onClick={() => onStatus(site, 'active')}
          >
            Reactivate
          </Button>
        )}
      </Box>
    </Box>
  );
}
