import { Box, Button } from '@mui/material';
import { type AnnouncedRate, announcedRateText } from '../../dealer/invoicing/announcedRateText.ts';

interface AnnouncedRatesProps {
  readonly rates: readonly AnnouncedRate[];
  readonly onCancel: (rate: AnnouncedRate) => void;
}

/** Rates that are announced and not in force yet, each of which can be canceled. */
export function AnnouncedRates({ rates, onCancel }: AnnouncedRatesProps) {
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, px: 3, pb: 2 }}>
      {rates.map((rate) => {
        const text = announcedRateText(rate, 'The');
        return (
          <Box
            component="li"
            key={`${rate.site_id} ${rate.effective_from}`}
            sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2 }}
          >
            <span>{text}</span>
            <Button
              size="small"
              color="inherit"
              aria-haspopup="dialog"
              aria-label={`Cancel: ${text}`}
              onClick={() => onCancel(rate)}
            >
              Cancel
            </Button>
          </Box>
        );
      })}
    </Box>
  );
}
