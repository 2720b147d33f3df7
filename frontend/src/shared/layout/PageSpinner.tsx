import Box from '@mui/material/Box';
import CircularProgress from '@mui/material/CircularProgress';

/** While a page's code or data is on its way; keeps the footer from jumping. */
export function PageSpinner() {
  return (
    <Box sx={{ minHeight: '50vh', display: 'grid', placeItems: 'center' }}>
      <CircularProgress aria-label="Loading" />
    </Box>
  );
}
