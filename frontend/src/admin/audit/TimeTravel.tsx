import { Alert, Box, Slider, TableRow, TextField, Typography } from '@mui/material';
import type { AuditKind, StateAt, TimelineEntry } from '@portal/contract';
import { messageOf } from '../../shared/http/http.ts';
import { momentText, NONE } from '../../shared/text.ts';
import { Muted } from '../../shared/ui/Muted.tsx';
import type { Moment } from '../dataProvider/system.ts';
import { Cell, RowName, SmallTable } from '../kit/parts.tsx';
import { useStateAt } from './TimelineList.tsx';

interface TimeTravelProps {
  readonly kind: AuditKind;
  readonly id: string;
  readonly entries: readonly TimelineEntry[];
  /** Number of the event, or an instant as a date-time input has it; null for the newest event. */
  readonly seq: number | null;
  readonly at: string | null;
  readonly onMove: (moment: Moment) => void;
}

/** The record's state after a chosen event or at an instant, beside its state today. */
export default function TimeTravel({ kind, id, entries, seq, at, onMove }: TimeTravelProps) {
  const last = entries.length - 1;
  const newest = entries[last]?.seq ?? 0;
  const moment: Moment = at === null ? { seq: seq ?? newest } : { at: new Date(at).toISOString() };
  const { data, error } = useStateAt(kind, id, moment);
  const shown = data?.seq ?? null;
  const place = shown === null ? -1 : entries.findLastIndex((entry) => entry.seq <= shown);
  const entry = entries[place];
  return (
    <Box sx={{ p: { xs: 2, md: 3 } }}>
      <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { md: '1fr 260px' }, alignItems: 'center' }}>
        <Box sx={{ px: 1 }}>
          <Slider
            aria-label="After event"
            min={0}
            max={Math.max(0, last)}
            step={1}
            value={Math.max(0, place)}
            valueLabelDisplay="auto"
            valueLabelFormat={(index) => `#${entries[index]?.seq ?? ''}`}
            getAriaValueText={(index) => entries[index]?.text ?? ''}
            onChange={(_event, index) => {
              const target = entries[Number(index)];
              if (target !== undefined) onMove({ seq: target.seq });
            }}
          />
        </Box>
        <TextField
          size="small"
          type="datetime-local"
          id="time-travel-at"
          label="As of"
          value={at ?? ''}
          onChange={(event) => {
            if (event.target.value !== '') onMove({ at: event.target.value });
          }}
        />
      </Box>
      <Typography sx={{ mt: 1, fontWeight: 600 }} role="status">
        {entry === undefined
          ? 'Before the first event'
          : `After event #${entry.seq}, ${momentText(entry.at)}: ${entry.text}`}
      </Typography>
      {error !== null ? (
        <Alert severity="error" sx={{ mt: 2 }}>
          {messageOf(error, 'The record could not be loaded.')}
        </Alert>
      ) : (
        data !== undefined && <StateTable state={data} />
      )}
    </Box>
  );
}

function StateTable({ state }: { readonly state: StateAt }) {
  // blank then and today, it says nothing
  const fields = state.fields.filter(({ value, today }) => value !== null || today !== null);
  const differing = fields.filter(({ value, today }) => value !== today).length;
  return (
    <>
      <Muted sx={{ mb: 1 }}>
        {differing === 0
          ? 'Unchanged since.'
          : `${differing} ${differing === 1 ? 'field has' : 'fields have'} changed since.`}
      </Muted>
      <SmallTable label="State at this moment" columns={['Field', 'Then', 'Today']}>
        {fields.map(({ field, label, value, today }) => {
          const differs = value !== today;
          return (
            <TableRow
              key={field}
              data-differs={differs}
              sx={{ ...(differs && { bgcolor: 'warning.light', '& td, & th': { fontWeight: 600 } }) }}
            >
              <RowName sx={{ fontWeight: { xs: 600, sm: 400 } }}>{label}</RowName>
              <Cell label="Then" sx={{ overflowWrap: 'anywhere' }}>
                {value ?? NONE}
              </Cell>
              <Cell label="Today" sx={{ overflowWrap: 'anywhere' }}>
                {today ?? NONE}
              </Cell>
            </TableRow>
          );
        })}
      </SmallTable>
    </>
  );
}
