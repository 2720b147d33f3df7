import CloseIcon from '@mui/icons-material/Close';
import { Box, Button, IconButton, Typography } from '@mui/material';
import { type ReactNode, useEffect } from 'react';
import { useListContext } from 'react-admin';

/** Clears the selection when the page opens or the filter changes. */
function useFreshSelection() {
  const { filterValues, selectedIds = [], onUnselectItems } = useListContext();
  const shown = JSON.stringify(filterValues);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only on opening and with another filter
  useEffect(() => {
    if (selectedIds.length > 0) onUnselectItems();
  }, [shown]);
}

/** Actions for the selected rows. The stock bar stays in the page while hidden, and its buttons are tab stops. */
export function BulkActionsToolbar({ children }: { readonly children: ReactNode }) {
  useFreshSelection();
  const {
    selectedIds = [],
    onUnselectItems,
    onSelectAll,
    total,
    data = [],
    isPlaceholderData,
  } = useListContext();
  const count = selectedIds.length;
  if (count === 0) return null;
  const more = total !== undefined && total > data.length && count < total;
  return (
    <Box
      role="toolbar"
      inert={isPlaceholderData === true}
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
        bgcolor: 'primary.light',
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
