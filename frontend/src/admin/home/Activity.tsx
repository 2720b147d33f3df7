import { Box, Button, Skeleton, Typography } from '@mui/material';
import { paths } from '@portal/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { LoadProblem } from '../../shared/ui/LoadProblem.tsx';
import { usePortal } from '../dataProvider/index.ts';
import { ActivityEntries } from '../kit/ActivityEntries.tsx';

/** The newest events of the portal, with earlier ones page by page. */
export function Activity() {
  const portal = usePortal();
  const { data, error, isPending, fetchNextPage, hasNextPage, isFetchingNextPage, refetch } =
    useInfiniteQuery({
      queryKey: [paths.admin.activity],
      queryFn: ({ pageParam }) => portal.activity(pageParam),
      initialPageParam: null as number | null,
      getNextPageParam: ({ next }) => next,
    });
  if (error) {
    return <LoadProblem text="The activity could not be loaded." error={error} onRetry={refetch} />;
  }
  if (isPending) return <Skeleton variant="rounded" height={240} sx={{ m: 2 }} />;
  const entries = data.pages.flatMap((page) => page.entries);
  if (entries.length === 0) {
    return (
      <Typography color="text.secondary" sx={{ px: 2, pb: 3, pt: 1 }}>
        Nothing has happened yet.
      </Typography>
    );
  }
  return (
    <>
      <ActivityEntries label="Newest activity" entries={entries} />
      {hasNextPage && (
        <Box sx={{ p: 1.5, borderTop: 1, borderColor: 'divider' }}>
          <Button size="small" aria-disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show earlier
          </Button>
        </Box>
      )}
    </>
  );
}
