import { Box } from '@mui/material';
import type { Site } from '@portal/contract';
import { counted, showPlace } from '../../../shared/text.ts';
import { RelatedList, RelatedRow } from '../../kit/RelatedList.tsx';
import { Unbroken } from '../../kit/Unbroken.tsx';
import { RecordLink } from '../../records/links.tsx';
import { SiteStatus } from '../../records/states.tsx';
import { SiteStatusActions } from './actions.tsx';

function SiteLine({ site }: { readonly site: Site }) {
  return (
    <RelatedRow
      link={
        <RecordLink resource="sites" id={site.id}>
          {site.site_name}
        </RecordLink>
      }
      text={
        <Unbroken
          text={`${showPlace(site.site_city, site.site_state)} · ${counted(site.number_of_readers, 'reader')}`}
        />
      }
    >
      <SiteStatus status={site.status} />
      <Box sx={{ minWidth: 130, textAlign: { sm: 'right' } }}>
        <SiteStatusActions site={site} />
      </Box>
    </RelatedRow>
  );
}

/** A company's sites. */
export const CompanySites = ({ accountId }: { readonly accountId: string }) => (
  <RelatedList<Site>
    resource="sites"
    target="account_id"
    id={accountId}
    label="Sites"
    empty="No sites found"
    row={(site) => <SiteLine site={site} />}
  />
);
