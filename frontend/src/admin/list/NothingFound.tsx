import { Box, Button, Typography } from '@mui/material';
import { useListContext } from 'react-admin';

/** The spec's words for an empty list, and the way back when it is a search that found nothing. */
export function NothingFound({ text }: { readonly text: string }) {
  const { filterValues, setFilters } = useListContext();
  const { q, ...others } = filterValues;
  return (
    <Box sx={{ px: 2, py: 6, textAlign: 'center' }}>
      <Typography role="status">{text}</Typography>
      {typeof q === 'string' && q !== '' && (
        <Button size="small" sx={{ mt: 1 }} onClick={() => setFilters(others)}>
          Clear search
        </Button>
      )}
    </Box>
  );
}
