import { Box, Button, Card, Skeleton, Typography } from '@mui/material';
import { type AdminUser, type MigrationRecord, paths, type Site } from '@portal/contract';
import { formatDollars } from '@portal/domain/values';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import type { RaRecord } from 'react-admin';
import { counted, showDate } from '../../shared/text.ts';
import { LoadProblem } from '../../shared/ui/LoadProblem.tsx';
import { usePortal } from '../dataProvider/index.ts';
import type { FilterValues, ResourceName } from '../dataProvider/resourcePaths.ts';
import { ActionButton } from '../kit/ActionButton.tsx';
import { ActivityEntries } from '../kit/ActivityEntries.tsx';
import { Unbroken } from '../kit/parts.tsx';
import { RelatedList, type RelatedListProps } from '../kit/RelatedList.tsx';
import { CompanyName, NO_DEALER_ID, PageLink, useListPath } from '../records/links.tsx';
import { approveMigration } from '../resources/migrations/actions.tsx';
import { approveSite } from '../resources/sites/actions.tsx';
import { approveUser } from '../resources/users/actions.tsx';
import { CardAmount } from '../ui/fields.tsx';

interface PanelProps {
  readonly title: string;
  /** The full list behind the few rows shown here. */
  readonly all?: { readonly to: string; readonly text: string };
  readonly children: ReactNode;
}

/** A titled card of the overview. */
export function Panel({ title, all, children }: PanelProps) {
  const heading = useId();
  return (
    <Card variant="outlined" component="section" aria-labelledby={heading}>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          justifyContent: 'space-between',
          alignItems: 'baseline',
          gap: 1,
          px: 2,
          pt: 2,
          pb: 1,
        }}
      >
        <Typography id={heading} component="h2" variant="h2">
          {title}
        </Typography>
        {all !== undefined && <PageLink {...all} />}
      </Box>
      {children}
    </Card>
  );
}

interface FirstRecordsProps<R extends RaRecord, Name extends ResourceName> extends RelatedListProps<R, Name> {
  readonly title: string;
  /** Label of the link to the list. */
  readonly all: string;
  /** The list's filter then; the same by default. */
  readonly allOf?: FilterValues<Name>;
}

function FirstRecords<R extends RaRecord, Name extends ResourceName>(props: FirstRecordsProps<R, Name>) {
  const { title, all, allOf = props.filter, ...list } = props;
  const listPath = useListPath();
  return (
    <Panel title={title} all={{ to: listPath(list.resource, allOf), text: all }}>
      <RelatedList first={5} {...list} />
    </Panel>
  );
}

const OLDEST_FIRST = { field: 'created_at', order: 'ASC' } as const;
const LARGEST_FIRST = { field: 'projected_monthly_invoice_cents', order: 'DESC' } as const;

/** Dealers who wait for approval. */
export const PendingDealers = () => (
  <FirstRecords
    title="Dealers to approve"
    all="All pending users"
    resource="users"
    filter={{ is_approved: false }}
    sort={OLDEST_FIRST}
    empty="No dealers pending approval."
    text={(user: AdminUser) => (
      <>
        {user.email}
        <br />
        {showDate(user.created_at)}
      </>
    )}
  >
    {(user) => <ActionButton action={approveUser} record={user} variant="outlined" />}
  </FirstRecords>
);

/** Company, readers and day of a site or migration that waits for approval. */
const orderedText = (record: Pick<Site, 'account_id' | 'number_of_readers' | 'created_at'>) => (
  <>
    <CompanyName id={record.account_id} />{' '}
    <Unbroken text={`· ${counted(record.number_of_readers, 'reader')} · ${showDate(record.created_at)}`} />
  </>
);

/** Sites that wait for approval. */
export const PendingSites = () => (
  <FirstRecords
    title="Sites to approve"
    all="All pending sites"
    resource="sites"
    filter={{ status: 'pending' }}
    sort={OLDEST_FIRST}
    empty="No sites pending approval."
    text={orderedText}
  >
    {(site: Site) => <ActionButton action={approveSite} record={site} variant="outlined" />}
  </FirstRecords>
);

/** Migrations that wait for approval. */
export const PendingMigrations = () => (
  <FirstRecords
    title="Migrations to approve"
    all="All pending migrations"
    resource="migrations"
    filter={{ status: 'pending' }}
    sort={OLDEST_FIRST}
    empty="No migrations pending approval."
    text={orderedText}
  >
    {(migration: MigrationRecord) => (
      <ActionButton action={approveMigration} record={migration} variant="outlined" />
    )}
  </FirstRecords>
);

/** The dealers with the largest projected monthly invoices. */
export const LargestInvoices = () => (
  <FirstRecords
    title="Largest projected invoices"
    all="All users"
    allOf={{}}
    resource="users"
    filter={{ is_approved: true, is_admin: false }}
    sort={LARGEST_FIRST}
    empty="No approved dealers yet."
    text={(user: AdminUser) =>
      `${user.dealer_id ?? NO_DEALER_ID} · ${counted(user.active_sites, 'active site')} · ${counted(user.total_readers, 'reader')}`
    }
  >
    {(user) => <CardAmount>{formatDollars(user.projected_monthly_invoice_cents)}</CardAmount>}
  </FirstRecords>
);

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
  if (error) return <LoadProblem text="The activity could not be loaded." error={error} onRetry={refetch} />;
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
