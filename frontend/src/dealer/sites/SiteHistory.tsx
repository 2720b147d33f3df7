import { Box, Button, Typography } from '@mui/material';
import type { HistoryEntry } from '@portal/contract';
import { useState } from 'react';
import { momentText } from '../../shared/text.ts';
import { Loaded } from '../../shared/ui/LoadProblem.tsx';
import { useSiteHistory } from './queries.ts';

/** Entries shown at first. */
const FIRST = 10;

/** Changes of an own site, newest first. */
export function SiteHistory({ id }: { readonly id: string }) {
  const history = useSiteHistory(id);
  return (
    <Loaded query={history} problem="Error loading the history. Please try again.">
      {(entries) => <Entries entries={entries} />}
    </Loaded>
  );
}

function Entries({ entries }: { readonly entries: readonly HistoryEntry[] }) {
  const [all, setAll] = useState(false);
  const shown = all ? entries : entries.slice(0, FIRST);
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
      {entries.length > shown.length && (
        <Box sx={{ px: { xs: 2, sm: 3 }, py: 2, borderTop: 1, borderColor: 'divider' }}>
          <Button onClick={() => setAll(true)}>Show all {entries.length} entries</Button>
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
