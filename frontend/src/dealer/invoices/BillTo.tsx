import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { InvoiceDetail } from '@portal/contract';

const MISSING = 'N/A';

/** `City, ST 12345`, N/A for what is missing; one N/A where all of it is. */
function placeOf({ city, state, zip }: NonNullable<InvoiceDetail['user']>): string {
  if (!city && !state && !zip) return MISSING;
  return `${city || MISSING}, ${state || MISSING} ${zip || MISSING}`;
}

/** Whom the invoice is for, as it was issued; N/A where something is missing (spec 2, section 2, Invoice detail). */
export function BillTo({ user }: { readonly user: InvoiceDetail['user'] }) {
  const lines = [
    ['Company', user?.company || MISSING],
    ['Name', user?.name || MISSING],
    ['Address', user?.address || MISSING],
    ['City, state, ZIP', user ? placeOf(user) : MISSING],
    ['E-mail', user?.email || MISSING],
  ] as const;
  return (
    <div>
      <Typography variant="h2" sx={{ mb: 1 }}>
        Bill To
      </Typography>
      <Box component="dl" sx={{ m: 0, overflowWrap: 'anywhere' }}>
        {lines.map(([label, value], index) => (
          <div key={label}>
            <Box component="dt" sx={{ position: 'absolute', clipPath: 'inset(50%)' }}>
              {label}
            </Box>
            <Box component="dd" sx={{ m: 0, fontWeight: index === 0 ? 600 : 400 }}>
              {value}
            </Box>
          </div>
        ))}
      </Box>
    </div>
  );
}
