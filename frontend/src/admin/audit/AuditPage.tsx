import { Box, Button, Link, Paper, Skeleton } from '@mui/material';
import { AUDIT_KINDS, type AuditKind, type TimelineEntry } from '@portal/contract';
import { wordsOfName } from '@portal/domain/values';
import { lazy, Suspense } from 'react';
import { useCreatePath } from 'react-admin';
import { Link as RouterLink, useLocation, useParams } from 'react-router';
import { Field } from '../../shared/form/Field.tsx';
import { AddressTabs } from '../../shared/ui/AddressTabs.tsx';
import { LoadProblem } from '../../shared/ui/LoadProblem.tsx';
import { KINDS } from '../records/links.tsx';
import { FilterForm, useQueryParameters } from '../reports/parts.tsx';
import { EraseDeletedButton } from '../resources/users/actions.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';
import { filtered, type TimelineFilter, TimelineList, useTimeline } from './TimelineList.tsx';

const TimeTravel = lazy(() => import('./TimeTravel.tsx'));

/** The events of a record and its state at any moment. All choices are in the address, so a link shows the same. */
export default function AuditPage() {
  const { kind = '', id = '' } = useParams();
  const known = AUDIT_KINDS.find((one) => one === kind);
  if (known === undefined) return <PageHeading title="Timeline not found" />;
  return <RecordAudit key={`${kind}/${id}`} kind={known} id={id} />;
}

function RecordAudit({ kind, id }: { readonly kind: AuditKind; readonly id: string }) {
  const { label, resource } = KINDS[kind];
  const createPath = useCreatePath();
  const { pathname } = useLocation();
  const [query, go] = useQueryParameters();
  const scope = kind === 'account' && query.get('scope') === 'all' ? 'all' : 'own';
  const { data: entries, error, refetch } = useTimeline(kind, id, scope);
  const filter: TimelineFilter = {
    type: query.get('type') ?? '',
    actor: query.get('actor') ?? '',
    from: query.get('from') ?? '',
    to: query.get('to') ?? '',
  };
  const chosen = query.get('event') ?? query.get('seq');
  const seq = chosen !== null && /^\d{1,15}$/.test(chosen) ? Number(chosen) : null;
  const at = query.get('at');
  const timeline = (all: readonly TimelineEntry[]) => (
    <>
      <Box sx={{ p: { xs: 2, md: 3 }, pb: 0 }}>
        <TimelineFilters entries={all} filter={filter} onChange={go} />
      </Box>
      <TimelineList
        entries={filtered(all, filter)}
        chosen={seq}
        linkTo={(event) => `${pathname}?event=${event}${scope === 'all' ? '&scope=all' : ''}`}
      />
    </>
  );
  return (
    <>
      <PageHeading
        title={`${label} timeline`}
        back={
          <Link component={RouterLink} to={createPath({ resource, type: 'show', id })} underline="hover">
            {`Back to the ${label.toLowerCase()}`}
          </Link>
        }
        {...(kind === 'user' && { actions: <EraseDeletedButton id={id} entries={entries ?? []} /> })}
        {...(kind === 'account' && {
          actions: (
            <Button
              variant="outlined"
              onClick={() => go({ scope: scope === 'all' ? '' : 'all', view: '', type: '', actor: '' })}
            >
              {scope === 'all' ? 'This company only' : 'All records'}
            </Button>
          ),
        })}
      />
      {error !== null ? (
        <LoadProblem text="The audit trail could not be loaded." error={error} onRetry={refetch} />
      ) : entries === undefined ? (
        <Skeleton variant="rounded" height={320} role="status" aria-label="Loading" />
      ) : (
        <Paper variant="outlined">
          {scope === 'all' ? (
            timeline(entries)
          ) : (
            <AddressTabs
              label="Views of the record"
              parameter="view"
              tabs={[
                { name: 'timeline', label: 'Timeline' },
                { name: 'travel', label: 'Time travel' },
              ]}
            >
              {(view) =>
                view === 'timeline' ? (
                  timeline(entries)
                ) : (
                  <Suspense fallback={<Skeleton height={320} role="status" aria-label="Loading" />}>
                    <TimeTravel
                      kind={kind}
                      id={id}
                      entries={entries}
                      seq={seq}
                      at={at !== null && !Number.isNaN(Date.parse(at)) ? at : null}
                      onMove={(moment) =>
                        go(
                          'seq' in moment
                            ? { seq: String(moment.seq), event: '', at: '' }
                            : { at: moment.at, seq: '', event: '' },
                        )
                      }
                    />
                  </Suspense>
                )
              }
            </AddressTabs>
          )}
        </Paper>
      )}
    </>
  );
}

interface TimelineFiltersProps {
  readonly entries: readonly TimelineEntry[];
  readonly filter: TimelineFilter;
  readonly onChange: (filter: TimelineFilter) => void;
}

const distinct = (values: readonly string[]) => [...new Set(values)].sort();

/** By kind of event, by who did it, by day: what is offered is what occurs. */
function TimelineFilters({ entries, filter, onChange }: TimelineFiltersProps) {
  const types = distinct(entries.map(({ type }) => type));
  return (
    <FilterForm<TimelineFilter> filters={filter} columns="1.4fr 1fr 1fr 1fr" onChange={onChange}>
      <Field
        name="type"
        label="What"
        blank="Everything"
        options={types.map((type) => ({ value: type, label: wordsOfName(type) }))}
      />
      <Field
        name="actor"
        label="Who"
        blank="Everyone"
        options={distinct(entries.map(({ actor }) => actor.name))}
      />
      <Field name="from" label="From" type="date" />
      <Field name="to" label="To" type="date" />
    </FilterForm>
  );
}
