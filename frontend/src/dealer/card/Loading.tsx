import Box from '@mui/material/Box';
import CircularProgress from '@mui/material/CircularProgress';

/** While a part of a dialog or card loads. */
export function Loading({ label = 'Loading...' }: { readonly label?: string }) {
  return (
    <Box role="status" sx={{ display: 'flex', gap: 1.5, alignItems: 'center', py: 2 }}>
      <CircularProgress size={22} aria-hidden />
      {label}
    </Box>
  );
}
