import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { Site, SiteUser } from '@portal/contract';
import { lazy, Suspense } from 'react';
import { LoadProblem } from '../../shared/ui/LoadProblem.tsx';
import { useViewers } from './siteQueries.ts';

const ShareForm = lazy(() => import('./ShareForm.tsx'));

interface ViewersProps {
  readonly site: Site;
  readonly onEnd: (viewer: SiteUser) => void;
}

/** The users of other companies who may view an own site, and a form to add one (S1-3). */
export function Viewers({ site, onEnd }: ViewersProps) {
  const viewers = useViewers(site.id);
  return (
    <>
      <Typography variant="body2" color="text.secondary" sx={{ mb: 2 }}>
        Viewers see this site and its status. They cannot change anything and see no prices, notes or history.
      </Typography>
      {viewers.isError && (
        <LoadProblem text="Error loading viewers. Please try again." onRetry={viewers.refetch} />
      )}
      {viewers.data?.length === 0 && <Typography sx={{ mb: 2 }}>Nobody else can view this site.</Typography>}
      <Box component="ul" aria-label="Viewers" sx={{ listStyle: 'none', m: 0, mb: 2, p: 0 }}>
        {viewers.data?.map((viewer) => (
          <Box
            key={viewer.id}
            component="li"
            sx={{
              display: 'flex',
              alignItems: 'center',
              gap: 1,
              py: 1,
              borderBottom: 1,
              borderColor: 'divider',
            }}
          >
            <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
              <Typography sx={{ fontWeight: 600 }}>{viewer.name || viewer.username}</Typography>
              <Typography variant="body2" color="text.secondary">
                {[viewer.username, viewer.company].filter(Boolean).join(', ')}
              </Typography>
            </Box>
            <Button
              size="small"
              color="error"
              aria-haspopup="dialog"
              aria-label={`Stop sharing with ${viewer.name || viewer.username}`}
              onClick={() => onEnd(viewer)}
            >
              Stop
            </Button>
          </Box>
        ))}
      </Box>
      {/* as high as the form */}
      <Box sx={{ minHeight: 142 }}>
        <Suspense>
          <ShareForm site={site} />
        </Suspense>
      </Box>
    </>
  );
}
