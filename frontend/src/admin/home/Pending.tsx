import type { AdminUser, MigrationRecord, Site } from '@portal/contract';
import { formatDollars } from '@portal/domain/values';
import type { ReactNode } from 'react';
import { counted, showDate } from '../../shared/text.ts';
import { ActionButton } from '../kit/ActionButton.tsx';
import { RelatedRow } from '../kit/RelatedList.tsx';
import { Unbroken } from '../kit/Unbroken.tsx';
import { CompanyName, NO_DEALER_ID, RecordLink, useListPath } from '../records/links.tsx';
import { approveMigration } from '../resources/migrations/actions.tsx';
import { approveSite } from '../resources/sites/actions.tsx';
import { approveUser } from '../resources/users/actions.tsx';
import { CardAmount } from '../ui/cards.tsx';
import { Panel, Rows } from './Panel.tsx';

const OLDEST_FIRST = { field: 'created_at', order: 'ASC' } as const;
const PENDING = { status: 'pending' };

/** Dealers who wait for approval. */
export function PendingDealers() {
  const listPath = useListPath();
  const filter = { is_approved: false };
  return (
    <Panel title="Dealers to approve" all={{ to: listPath('users', filter), label: 'All pending users' }}>
      <Rows<AdminUser>
        resource="users"
        filter={filter}
        sort={OLDEST_FIRST}
        none="No dealers pending approval."
        row={(user) => (
          <RelatedRow
            link={<UserLink user={user} />}
            text={<Unbroken text={`${user.email} · ${showDate(user.created_at)}`} />}
          >
            <ActionButton action={approveUser} record={user} variant="outlined" />
          </RelatedRow>
        )}
      />
    </Panel>
  );
}

function UserLink({ user }: { readonly user: AdminUser }) {
  return (
    <RecordLink resource="users" id={user.id}>
      {user.company || user.name}
    </RecordLink>
  );
}

interface OrderedRowProps {
  readonly record: Pick<Site, 'account_id' | 'number_of_readers' | 'created_at'>;
  readonly link: ReactNode;
  readonly children: ReactNode;
}

/** A site or migration that waits for approval. */
function OrderedRow({ record, link, children }: OrderedRowProps) {
  const text = (
    <>
      <CompanyName id={record.account_id} />{' '}
      <Unbroken text={`· ${counted(record.number_of_readers, 'reader')} · ${showDate(record.created_at)}`} />
    </>
  );
  return (
    <RelatedRow link={link} text={text}>
      {children}
    </RelatedRow>
  );
}

/** Sites that wait for approval. */
export function PendingSites() {
  const listPath = useListPath();
  return (
    <Panel title="Sites to approve" all={{ to: listPath('sites', PENDING), label: 'All pending sites' }}>
      <Rows<Site>
        resource="sites"
        filter={PENDING}
        sort={OLDEST_FIRST}
        none="No sites pending approval."
        row={(site) => (
          <OrderedRow
            record={site}
            link={
              <RecordLink resource="sites" id={site.id}>
                {site.site_name}
              </RecordLink>
            }
          >
            <ActionButton action={approveSite} record={site} variant="outlined" />
          </OrderedRow>
        )}
      />
    </Panel>
  );
}

/** Migrations that wait for approval. */
export function PendingMigrations() {
  const listPath = useListPath();
  return (
    <Panel
      title="Migrations to approve"
      all={{ to: listPath('migrations', PENDING), label: 'All pending migrations' }}
    >
      <Rows<MigrationRecord>
        resource="migrations"
        filter={PENDING}
        sort={OLDEST_FIRST}
        none="No migrations pending approval."
        row={(migration) => (
          <OrderedRow
            record={migration}
            link={
              <RecordLink resource="migrations" id={migration.id}>
                {migration.migration_site_name}
              </RecordLink>
            }
          >
            <ActionButton action={approveMigration} record={migration} variant="outlined" />
          </OrderedRow>
        )}
      />
    </Panel>
  );
}

const LARGEST_FIRST = { field: 'projected_monthly_invoice_cents', order: 'DESC' } as const;

/** The dealers with the largest projected monthly invoices. */
export function LargestInvoices() {
  const listPath = useListPath();
  return (
    <Panel title="Largest projected invoices" all={{ to: listPath('users'), label: 'All users' }}>
      <Rows<AdminUser>
        resource="users"
        filter={{ is_approved: true, is_admin: false }}
        sort={LARGEST_FIRST}
        none="No approved dealers yet."
        row={(user) => (
          <RelatedRow
            link={<UserLink user={user} />}
            text={
              <Unbroken
                text={`${user.dealer_id ?? NO_DEALER_ID} · ${counted(user.active_sites, 'active site')} · ${counted(user.total_readers, 'reader')}`}
              />
            }
          >
            <CardAmount>{formatDollars(user.projected_monthly_invoice_cents)}</CardAmount>
          </RelatedRow>
        )}
      />
    </Panel>
  );
}
