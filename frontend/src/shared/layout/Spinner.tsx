import { Box, CircularProgress } from '@mui/material';

/** White on black over everything, while the session is unknown (S1-2). */
export function FullScreenSpinner() {
  return (
    <Box
      sx={{
        position: 'fixed',
        inset: 0,
        zIndex: 'modal',
        bgcolor: '#000',
        display: 'grid',
        placeItems: 'center',
      }}
    >
      <CircularProgress aria-label="Loading" sx={{ color: '#fff' }} />
    </Box>
  );
}

/** While a page's code or data loads; keeps the footer in place. */
export function PageSpinner() {
  return (
    <Box sx={{ minHeight: '50vh', display: 'grid', placeItems: 'center' }}>
      <CircularProgress aria-label="Loading" />
    </Box>
  );
}
