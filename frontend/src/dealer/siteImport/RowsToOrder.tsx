import Typography from '@mui/material/Typography';
import { Section } from '../../shared/ui/Section.tsx';
import { StatusBadge, type Tone } from '../../shared/ui/StatusBadge.tsx';
import type { GoodRow } from './importFile.ts';
import type { Outcome } from './importOrder.ts';
import { RowTable } from './RowTable.tsx';

const STATES: Readonly<Record<Outcome, { readonly tone: Tone; readonly text: string }>> = {
  waiting: { tone: 'neutral', text: 'Waiting' },
  created: { tone: 'success', text: 'Created' },
  rejected: { tone: 'error', text: 'Rejected' },
};

interface RowsToOrderProps {
  readonly rows: readonly GoodRow[];
  /** Number of rows in the next order. */
  readonly ordered: number;
  /** State of each ordered row. */
  readonly outcomes: readonly Outcome[];
}

/** The valid rows. */
export function RowsToOrder({ rows, ordered, outcomes }: RowsToOrderProps) {
  const title =
    rows.length === 1 ? '1 site to order' : `${rows.length.toLocaleString('en-US')} sites to order`;
  const columns = ['Line', 'Site', 'Readers', 'Panels', ...(outcomes.length > 0 ? ['Status'] : [])];
  return (
    <Section spaced title={title}>
      {ordered < rows.length && (
        <Typography>
          One order takes {ordered} sites: the first {ordered} are ordered now, the others stay here.
        </Typography>
      )}
      <div>
        <RowTable
          label="Sites to order"
          columns={columns}
          rows={rows}
          cells={({ line, site, notes }, index) => {
            const outcome = outcomes[index];
            const state = outcome && STATES[outcome];
            return [
              line,
              <>
                <Typography component="div" variant="body2" sx={{ fontWeight: 600 }}>
                  {site.site_name}
                </Typography>
                <Typography component="div" variant="body2" color="text.secondary">
                  {site.site_address}, {site.site_city}, {site.site_state} {site.site_zip}
                </Typography>
                {notes.map((note) => (
                  <Typography key={note} component="div" variant="body2" color="warning.main">
                    {note}
                  </Typography>
                ))}
              </>,
              site.number_of_readers,
              site.number_of_acu_panels,
              state && <StatusBadge tone={state.tone}>{state.text}</StatusBadge>,
            ].slice(0, columns.length);
          }}
        />
      </div>
    </Section>
  );
}
