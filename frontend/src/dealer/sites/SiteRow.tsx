import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { Site } from '@portal/contract';
import { dateText } from '../../shared/text.ts';
import { StatusBadge } from '../../shared/ui/StatusBadge.tsx';
import { rowStyle, SiteName } from './SiteName.tsx';
import { addressOf, counted, SITE_STATUS } from './siteWords.ts';

interface SiteRowProps {
  readonly site: Site;
  readonly onEdit: (site: Site) => void;
  readonly onStatus: (site: Site, status: 'active' | 'inactive') => void;
}

/** A site with its state and what the dealer may do: nothing while it is pending (spec 2, section 4). */
export function SiteRow({ site, onEdit, onStatus }: SiteRowProps) {
  const { tone, text } = SITE_STATUS[site.status];
  return (
    <Box
      component="li"
      sx={{
        ...rowStyle,
        gridTemplateColumns: {
          xs: '1fr',
          md: 'minmax(0, 2.4fr) minmax(0, 1.4fr) minmax(0, 1.6fr) minmax(210px, auto)',
        },
      }}
    >
      <SiteName site={site} below={addressOf(site)} />
      <Typography variant="body2" component="div">
        {counted(site.number_of_readers, 'reader')}, {counted(site.number_of_acu_panels, 'panel')}
        <Typography variant="body2" color="text.secondary">
          {site.requested_readers
            ? `${counted(site.requested_readers, 'reader')} asked for`
            : site.requested_date
              ? `Requested ${dateText(site.requested_date)}`
              : 'No requested date'}
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
