import { Box, Typography } from '@mui/material';
import type { Price } from '@portal/domain/pricing';
import { formatDollars } from '@portal/domain/values';

const listStyle = {
  m: 0,
  display: 'grid',
  gridTemplateColumns: '1fr auto',
  columnGap: 2,
  rowGap: 1.25,
  '& dd': { m: 0, textAlign: 'right', fontVariantNumeric: 'tabular-nums' },
} as const;

/** The lines of an order; included ones show their list price (rule B9). */
export function OrderLines({ price }: { readonly price: Price }) {
  return (
    <Box component="dl" sx={listStyle}>
      {price.lines.map((line) => (
        <Box key={line.name} sx={{ display: 'contents' }}>
          <Typography component="dt" variant="body2">
            {line.name}
          </Typography>
          <Typography component="dd" variant="body2">
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
    </Box>
  );
}

export function OrderTotal({ price }: { readonly price: Price }) {
  return (
    <Box component="dl" sx={listStyle}>
      <Typography component="dt" variant="h3">
        Total due now
      </Typography>
      <Typography component="dd" variant="h3">
        {formatDollars(price.totalCents)}
      </Typography>
    </Box>
  );
}
