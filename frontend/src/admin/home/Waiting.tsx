import CheckIcon from '@mui/icons-material/TaskAltOutlined';
import { Box, Card, Typography } from '@mui/material';
import { showCount } from '../format.ts';
import { useListPath } from '../records/links.tsx';
import { useOverview } from '../records/overview.ts';
import { Figure, FigureGrid } from './Figures.tsx';
import { waitingKinds } from './waiting.ts';

/** What waits for a decision, each kind with the way to its list; what does not wait takes no room. */
export function Waiting() {
  const { data } = useOverview();
  const listPath = useListPath();
  if (data === undefined) {
    return (
      <FigureGrid label="Needs a decision">
        <Figure label="Pending dealers" value={undefined} />
        <Figure label="Pending sites" value={undefined} />
      </FigureGrid>
    );
  }
  const waiting = waitingKinds().filter(({ key }) => data.waiting[key] > 0);
  if (waiting.length === 0) {
    return (
      <Card variant="outlined">
        <Box sx={{ p: 2, display: 'flex', gap: 1.5, alignItems: 'center' }}>
          <CheckIcon color="success" aria-hidden />
          <Typography>Nothing waits for a decision.</Typography>
        </Box>
      </Card>
    );
  }
  return (
    <FigureGrid label="Needs a decision">
      {waiting.map(({ key, label, list }) => (
        <Figure
          key={key}
          label={label}
          value={showCount(data.waiting[key])}
          to={listPath(list.resource, list.filter)}
          urgent
        />
      ))}
    </FigureGrid>
  );
}
