import RefreshIcon from '@mui/icons-material/Refresh';
import { Button } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useListContext } from 'react-admin';

/** Reads a list and its counts again, where no event of the stream tells of changes. */
export function RefreshButton() {
  const { resource, isFetching } = useListContext();
  const queryClient = useQueryClient();
  return (
    <Button
      size="small"
      startIcon={<RefreshIcon />}
      aria-disabled={isFetching}
      onClick={() => void queryClient.invalidateQueries({ queryKey: [resource] })}
    >
      Refresh
    </Button>
  );
}
