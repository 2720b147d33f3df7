import { Link } from '@mui/material';
import type { Account, AdminUser, AuditKind } from '@portal/contract';
import type { ReactNode } from 'react';
import { type Identifier, useCreatePath, useReference } from 'react-admin';
import { Link as RouterLink, type LinkProps as RouterLinkProps } from 'react-router';
import { NONE } from '../../shared/text.ts';
import type { Fact } from '../../shared/ui/Facts.tsx';
import { withQuery } from '../dataProvider/command.ts';
import type { FilterValues, ResourceName } from '../dataProvider/resourcePaths.ts';

/** Label and resource of each kind of record. */
export const KINDS: Readonly<Record<AuditKind, { readonly label: string; readonly resource: string }>> = {
  user: { label: 'User', resource: 'users' },
  account: { label: 'Company', resource: 'companies' },
  site: { label: 'Site', resource: 'sites' },
  migration: { label: 'Migration', resource: 'migrations' },
  invoice: { label: 'Invoice', resource: 'invoices' },
  order: { label: 'Order', resource: 'orders' },
  payment: { label: 'Payment', resource: 'payments' },
};

interface PageLinkProps
  extends Pick<RouterLinkProps, 'to' | 'state' | 'preventScrollReset' | 'aria-current'> {
  readonly text: ReactNode;
}

/** A link to a page of the portal. */
export const PageLink = ({ text, ...link }: PageLinkProps) => (
  <Link
    component={RouterLink}
    underline="hover"
    {...link}
    sx={{
      fontWeight: 600,
      display: 'inline-block',
      // a long word is broken where it would leave its box
      maxWidth: '100%',
      minWidth: 0,
      py: 0.5,
      overflowWrap: 'break-word',
    }}
  >
    {text}
  </Link>
);

interface RecordLinkProps {
  readonly resource: string;
  readonly id: Identifier;
  /** In place of the record's own page. */
  readonly to?: string | undefined;
  readonly text: ReactNode;
}

/** A link to a record. */
export function RecordLink({ resource, id, to, text }: RecordLinkProps) {
  const createPath = useCreatePath();
  const path = to ?? createPath({ resource, id, type: 'show' });
  return <PageLink to={path} state={{ _scrollToTop: true }} text={text} />;
}

/** A fact with this value; none without one. */
export const someFact = (label: string, value: ReactNode): readonly Fact[] =>
  value ? [{ label, value }] : [];

/** A fact that links to a record; none without an id. */
export const linkFact = (
  label: string,
  resource: string,
  id: string | null | undefined,
  text: string,
): readonly Fact[] => someFact(label, id && <RecordLink resource={resource} id={id} text={text} />);

/** A user's name as a link; the names of a page are read in one request. */
export function UserName({ id }: { readonly id: string }) {
  const { referenceRecord, isPending } = useReference<AdminUser>({ reference: 'users', id });
  if (referenceRecord === undefined) return isPending ? '…' : NONE;
  return <RecordLink resource="users" id={id} text={referenceRecord.name || referenceRecord.username} />;
}

/** A company's name as a link; the names of a page are read in one request. */
export function CompanyName({ id }: { readonly id: string | null }) {
  const { referenceRecord, isPending } = useReference<Account>({
    reference: 'companies',
    id: id ?? '',
    options: { enabled: id !== null },
  });
  if (referenceRecord === undefined) return id !== null && isPending ? '…' : NONE;
  return (
    <RecordLink
      resource="companies"
      id={referenceRecord.id}
      text={referenceRecord.company_name || referenceRecord.name}
    />
  );
}

/** The path of a list with this filter. */
export function useListPath() {
  const createPath = useCreatePath();
  return <Name extends ResourceName>(resource: Name, filter?: FilterValues<Name>): string => {
    const path = createPath({ resource, type: 'list' });
    return filter === undefined ? path : `${path}?filter=${encodeURIComponent(JSON.stringify(filter))}`;
  };
}

/** The billing page of a dealer, with the dealer ID as hash (S2-2-admin). */
export const dealerBillingPath = ({ id, dealer_id: dealerId }: Pick<AdminUser, 'id' | 'dealer_id'>): string =>
  `/dealer-billing/${encodeURIComponent(id)}${dealerId === null ? '' : `#${dealerId}`}`;

/** The path of a month's billing preview. */
export const previewPath = (basename: string, period: string) =>
  `${basename}/billing-preview?period=${encodeURIComponent(period)}`;

/** The path of the revenue of these months, of all companies or one. */
export const revenuePath = (
  basename: string,
  of: { readonly from: string; readonly to: string; readonly demo: boolean; readonly company?: string },
) => `${basename}${withQuery('/revenue', { ...of, demo: String(of.demo) })}`;

export const NO_DEALER_ID = 'No Dealer ID';
