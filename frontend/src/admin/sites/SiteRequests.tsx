import { Box, Typography } from '@mui/material';
import type { Site } from '@portal/contract';
import { Notice } from '../../shared/ui/Notice.tsx';
import { VerbButton } from '../kit/ActionButton.tsx';
import { readerChangeVerbs } from './verbs.ts';

/** What a dealer asks for or did with a site that an administrator should look at; nothing where there is none. */
export function SiteRequests({ site }: { readonly site: Site }) {
  const asks = typeof site.requested_readers === 'string';
  if (!asks && site.panels_raised !== true) return null;
  return (
    <Box sx={{ display: 'grid', gap: 2, mb: 2.5 }}>
      {asks && <ReaderRequest site={site} />}
      {site.panels_raised === true && (
        <Notice tone="warning">
          The dealer raised the ACU panels after the order. Saving the site under Edit accepts them.
        </Notice>
      )}
    </Box>
  );
}

function ReaderRequest({ site }: { readonly site: Site }) {
  const { approve, decline } = readerChangeVerbs(site);
  return (
    <Notice
      tone="warning"
      action={
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          <VerbButton verb={approve} record={site} variant="contained" />
          <VerbButton verb={decline} record={site} variant="outlined" />
        </Box>
      }
    >
      <Typography sx={{ fontWeight: 600 }}>
        The dealer asks for {site.requested_readers} readers in place of {site.number_of_readers}
      </Typography>
      {site.requested_readers_note && <Typography variant="body2">{site.requested_readers_note}</Typography>}
    </Notice>
  );
}
