import { Box } from '@mui/material';
import type { Site } from '@portal/contract';
import { counted, showPlace } from '../../../shared/text.ts';
import { Unbroken } from '../../kit/parts.tsx';
import { RelatedList } from '../../kit/RelatedList.tsx';
import { SiteStatus } from '../../records/states.tsx';
import { SiteStatusActions } from './actions.tsx';

/** A company's sites. */
export const CompanySites = ({ accountId }: { readonly accountId: string }) => (
  <RelatedList
    resource="sites"
    filter={{ account_id: accountId }}
    label="Sites"
    empty="No sites found"
    text={(site: Site) => (
      <Unbroken
        text={`${showPlace(site.site_city, site.site_state)} · ${counted(site.number_of_readers, 'reader')}`}
      />
    )}
  >
    {(site) => (
      <>
        <SiteStatus status={site.status} />
        <Box sx={{ minWidth: 130, textAlign: { sm: 'right' } }}>
          <SiteStatusActions site={site} />
        </Box>
      </>
    )}
  </RelatedList>
);
