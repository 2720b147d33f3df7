import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { HistoryEntry } from '@portal/contract';
import { useState } from 'react';
import { PageSpinner } from '../../shared/layout/Spinner.tsx';
import { momentText } from '../../shared/text.ts';
import { LoadProblem } from '../../shared/ui/LoadProblem.tsx';
import { useSiteHistory } from './siteQueries.ts';

/** Shown before somebody asks for the rest. */
const FIRST = 10;

/** Who changed what about an own site, and when, the newest first. */
export function SiteHistory({ id }: { readonly id: string }) {
  const history = useSiteHistory(id);
  const [all, setAll] = useState(false);
  if (history.isError)
    return <LoadProblem text="Error loading the history. Please try again." onRetry={history.refetch} />;
  if (!history.data) return <PageSpinner />;
  const shown = all ? history.data : history.data.slice(0, FIRST);
  return (
    <>
      <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {shown.map((entry) => (
          <Box
            key={entry.id}
            component="li"
            sx={{
              px: { xs: 2, sm: 3 },
              py: 1.5,
              borderTop: 1,
              borderColor: 'divider',
              overflowWrap: 'anywhere',
            }}
          >
            <Typography>{entry.text}</Typography>
            {entry.changes.length > 1 && <Changes changes={entry.changes} />}
            <Typography variant="body2" color="text.secondary">
              {entry.by}, <time dateTime={entry.at}>{momentText(entry.at)}</time>
            </Typography>
          </Box>
        ))}
      </Box>
      {history.data.length > shown.length && (
        <Box sx={{ px: { xs: 2, sm: 3 }, py: 2, borderTop: 1, borderColor: 'divider' }}>
          <Button onClick={() => setAll(true)}>Show all {history.data.length} entries</Button>
        </Box>
      )}
    </>
  );
}

function Changes({ changes }: Pick<HistoryEntry, 'changes'>) {
  const value = (text: string | null) => text ?? '(blank)';
  return (
    <Box component="ul" sx={{ m: 0, my: 0.5, pl: 2.5 }}>
      {changes.map(({ field, from, to }) => (
        <Typography key={field} component="li" variant="body2">
          {field}: {value(from)} to {value(to)}
        </Typography>
      ))}
    </Box>
  );
}
