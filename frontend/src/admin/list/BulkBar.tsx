import CloseIcon from '@mui/icons-material/Close';
import { Box, Button, IconButton, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { useListContext } from 'react-admin';

/**
 * What can be done with the selected rows. It is in the page only while rows are selected: the stock bar stays
 * there hidden, and its buttons are tab stops.
 */
export function BulkBar({ children }: { readonly children: ReactNode }) {
  const { selectedIds = [], onUnselectItems, onSelectAll, total, data = [] } = useListContext();
  const count = selectedIds.length;
  if (count === 0) return null;
  const more = total !== undefined && total > data.length && count < total;
  return (
    <Box
      role="toolbar"
      aria-label="Actions for the selected rows"
      sx={{
        position: 'sticky',
        left: 0,
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1,
        px: 2,
        py: 1,
        bgcolor: 'action.selected',
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <IconButton size="small" aria-label="Clear selection" onClick={() => onUnselectItems()}>
        <CloseIcon fontSize="small" />
      </IconButton>
      <Typography variant="body2" role="status" sx={{ fontWeight: 600, mr: 'auto' }}>
        {count} selected
      </Typography>
      {more && (
        <Button size="small" onClick={() => onSelectAll()}>
          Select all {total}
        </Button>
      )}
      {children}
    </Box>
  );
}
