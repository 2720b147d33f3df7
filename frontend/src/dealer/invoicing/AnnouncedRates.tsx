import Box from '@mui/material/Box';
import type { BillingSummary } from '@portal/contract';
import { dateText } from '../../shared/dateText.ts';
import { dollarsText } from '../../shared/dollarsText.ts';
import { Section } from './Section.tsx';

type Announced = BillingSummary['announced_rates'][number];

/** What changes and when, in a sentence. */
function sentence({ site_id, site_name, rate, effective_from }: Announced): string {
  const subject =
    site_id === null ? 'Your default reader rate' : `The reader rate of ${site_name ?? 'one of your sites'}`;
  const becomes =
    rate === null ? 'follows your default rate again' : `becomes ${dollarsText(rate)} per reader and month`;
  return `${subject} ${becomes} from ${dateText(effective_from)}.`;
}

/** Price changes that were announced and don't hold yet (the agreement promises 30 days); nothing where there are none. */
export function AnnouncedRates({ rates }: { readonly rates: readonly Announced[] }) {
  if (rates.length === 0) return null;
  return (
    <Section title="Announced Price Changes">
      <Box component="ul" sx={{ m: 0, pl: 2.5, display: 'grid', gap: 1 }}>
        {rates.map((rate) => (
          <li key={`${rate.site_id} ${rate.effective_from}`}>{sentence(rate)}</li>
        ))}
      </Box>
    </Section>
  );
}
