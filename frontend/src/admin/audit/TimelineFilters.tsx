import { Box, Button, MenuItem, TextField } from '@mui/material';
import type { TimelineEntry } from '@portal/contract';
import type { TimelineFilter } from './useTimeline.ts';

interface TimelineFiltersProps {
  readonly entries: readonly TimelineEntry[];
  readonly filter: TimelineFilter;
  readonly onChange: (filter: TimelineFilter) => void;
}

const ALL: TimelineFilter = { type: '', actor: '', from: '', to: '' };

/** `SiteReaderRateChanged` reads 'Site reader rate changed'. */
const wordsOf = (type: string) => {
  const words = type.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};
const distinct = (values: readonly string[]) => [...new Set(values)].sort();

/** By kind of event, by who did it, by day: what is offered is what occurs. */
export function TimelineFilters({ entries, filter, onChange }: TimelineFiltersProps) {
  const set = (part: Partial<TimelineFilter>) => onChange({ ...filter, ...part });
  return (
    <Box
      component="section"
      aria-label="Filters"
      sx={{
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { sm: '1fr 1fr', lg: '1.4fr 1fr 1fr 1fr auto' },
        alignItems: 'center',
        mb: 2,
      }}
    >
      <TextField
        select
        size="small"
        id="timeline-type"
        label="What"
        value={filter.type}
        onChange={(event) => set({ type: event.target.value })}
      >
        <MenuItem value="">Everything</MenuItem>
        {distinct(entries.map(({ type }) => type)).map((type) => (
          <MenuItem key={type} value={type}>
            {wordsOf(type)}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        select
        size="small"
        id="timeline-actor"
        label="Who"
        value={filter.actor}
        onChange={(event) => set({ actor: event.target.value })}
      >
        <MenuItem value="">Everybody</MenuItem>
        {distinct(entries.map(({ actor }) => actor.name)).map((name) => (
          <MenuItem key={name} value={name}>
            {name}
          </MenuItem>
        ))}
      </TextField>
      {(['from', 'to'] as const).map((end) => (
        <TextField
          key={end}
          size="small"
          type="date"
          id={`timeline-${end}`}
          label={end === 'from' ? 'From' : 'To'}
          value={filter[end]}
          onChange={(event) => set({ [end]: event.target.value })}
          slotProps={{ inputLabel: { shrink: true } }}
        />
      ))}
      <Button disabled={Object.values(filter).every((value) => value === '')} onClick={() => onChange(ALL)}>
        Clear
      </Button>
    </Box>
  );
}
