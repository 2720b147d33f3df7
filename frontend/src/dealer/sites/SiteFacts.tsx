import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { Site } from '@portal/contract';
import { DEALER_SITE_INPUTS } from '@portal/domain/values';
import { textFacts } from '../../shared/form/texts.ts';
import { dateText } from '../../shared/text.ts';
import { addressOf } from './siteWords.ts';

/** What the site is; what is missing, or is not a viewer's to know, is left out. */
export function SiteFacts({ site, own }: { readonly site: Site; readonly own: boolean }) {
  const facts: readonly (readonly [label: string, value: string | null])[] = [
    ['Address', addressOf(site)],
    ...(own ? [] : ([['Readers', site.number_of_readers]] as const)),
    ['ACU panels', site.number_of_acu_panels],
    ['Software', site.software_version],
    ['Hardware', site.hardware.join(', ')],
    ['Requested for', site.requested_date && dateText(site.requested_date)],
    ['Existing platform', site.existing_platform],
    ['Additional information', site.additional_info],
    ...textFacts(DEALER_SITE_INPUTS, site).map(({ label, value }) => [label, value] as const),
  ];
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        display: 'grid',
        gap: 2.5,
        gridTemplateColumns: 'repeat(auto-fill, minmax(min(200px, 100%), 1fr))',
      }}
    >
      {facts.map(
        ([label, value]) =>
          value && (
            <Box key={label} sx={{ minWidth: 0 }}>
              <Typography component="dt" variant="body2" color="text.secondary">
                {label}
              </Typography>
              <Typography component="dd" sx={{ m: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
                {value}
              </Typography>
            </Box>
          ),
      )}
    </Box>
  );
}
