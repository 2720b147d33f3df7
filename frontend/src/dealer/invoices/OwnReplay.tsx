import { Box, Button, Typography } from '@mui/material';
import { paths, type OwnReplay as Replay } from '@portal/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read } from '../../shared/http/http.ts';
import { counted, dollarsText, showCount } from '../../shared/text.ts';
import { Loaded } from '../../shared/ui/LoadProblem.tsx';
import { Notice } from '../../shared/ui/Notice.tsx';

/** Recalculates an invoice from the log on request, and shows why each line is what it is. */
export function OwnReplay({ invoiceId }: { readonly invoiceId: string }) {
  const path = paths.invoiceReplay(invoiceId);
  const [asked, setAsked] = useState(false);
  const replay = useQuery({
    queryKey: [path],
    queryFn: () => read(path) as Promise<Replay>,
    enabled: asked,
  });
  return (
    <Box sx={{ px: { xs: 2, sm: 3 }, py: 2, borderTop: 1, borderColor: 'divider' }}>
      {asked ? (
        <Loaded query={replay} problem="The invoice could not be recalculated. Please try again.">
          {(data) => <Lines replay={data} />}
        </Loaded>
      ) : (
        <Button variant="outlined" onClick={() => setAsked(true)}>
          Recalculate from history
        </Button>
      )}
    </Box>
  );
}

function Lines({ replay: { issued, replayed, equal, lines, more } }: { readonly replay: Replay }) {
  return (
    <>
      <Notice tone={equal ? 'success' : 'error'}>
        <strong>
          {equal
            ? 'Verified: recalculated from history, exact match.'
            : 'Mismatch: recalculating from history gives another result. Please contact us.'}
        </strong>{' '}
        Issued {dollarsText(issued)}, recalculated {dollarsText(replayed)}.
      </Notice>
      <Box component="ul" aria-label="Recalculated lines" sx={{ listStyle: 'none', m: 0, mt: 1, p: 0 }}>
        {lines.map(({ name, readers, rate, amount, why }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines hold no state
          <Box component="li" key={index} sx={{ py: 1, overflowWrap: 'anywhere' }}>
            <strong>{name}</strong>:{' '}
            {readers > 0 && rate > 0 && `${counted(readers, 'reader')} × ${dollarsText(rate)} = `}
            {dollarsText(amount)}
            {why.map((text) => (
              <Typography key={text} variant="body2" color="text.secondary">
                {text}
              </Typography>
            ))}
          </Box>
        ))}
      </Box>
      {more > 0 && (
        <Typography color="text.secondary">{showCount(more)} more lines were checked too.</Typography>
      )}
    </>
  );
}
