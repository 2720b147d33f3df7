import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { Price } from '@portal/domain/pricing';
import { formatDollars } from '@portal/domain/values';

/** The lines of an order and their total; included ones show their list price (rule B9). */
export function OrderSummary({ price }: { readonly price: Price }) {
  return (
    <Box
      component="dl"
      sx={{ m: 0, display: 'grid', gridTemplateColumns: '1fr auto', columnGap: 2, rowGap: 1.25 }}
    >
      {price.lines.map((line) => (
        <Box key={line.name} sx={{ display: 'contents' }}>
          <Typography component="dt" variant="body2">
            {line.name}
          </Typography>
          <Typography
            component="dd"
            variant="body2"
            sx={{ m: 0, textAlign: 'right', fontVariantNumeric: 'tabular-nums' }}
          >
            {line.note === 'Included' ? (
              <>
                <Box component="s" sx={{ color: 'text.secondary', mr: 1 }}>
                  {formatDollars(line.listPriceCents)}
                </Box>
                Included
              </>
            ) : (
              formatDollars(line.priceCents)
            )}
          </Typography>
        </Box>
      ))}
      <Box
        sx={{
          gridColumn: '1 / -1',
          display: 'flex',
          justifyContent: 'space-between',
          pt: 1.5,
          borderTop: 1,
          borderColor: 'divider',
        }}
      >
        <Typography component="dt" variant="h3">
          Total due now
        </Typography>
        <Typography component="dd" variant="h3" sx={{ m: 0, fontVariantNumeric: 'tabular-nums' }}>
          {formatDollars(price.totalCents)}
        </Typography>
      </Box>
    </Box>
  );
}
