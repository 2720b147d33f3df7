import Box from '@mui/material/Box';
import { type AnnouncedRate, announcedRateText } from '../../parts/invoice/announcedRateText.ts';
import { Section } from './Section.tsx';

/** Price changes that were announced and don't hold yet (the agreement promises 30 days); nothing where there are none. */
export function AnnouncedRates({ rates }: { readonly rates: readonly AnnouncedRate[] }) {
  if (rates.length === 0) return null;
  return (
    <Section title="Announced Price Changes">
      <Box component="ul" sx={{ m: 0, pl: 2.5, display: 'grid', gap: 1 }}>
        {rates.map((rate) => (
          <li key={`${rate.site_id} ${rate.effective_from}`}>{announcedRateText(rate, 'Your')}</li>
        ))}
      </Box>
    </Section>
  );
}
