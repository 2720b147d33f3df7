import { Box, Chip, Link } from '@mui/material';
import { type Approval, type Overview, paths } from '@portal/contract';
import { APPROVAL_KINDS } from '@portal/domain/values';
import { useQuery } from '@tanstack/react-query';
import { type Identifier, type ResourceProps, useCreatePath, useGetList } from 'react-admin';
import { Link as RouterLink } from 'react-router';
import type { ADMIN_SECTIONS } from '../../shared/layout/AdminLinks.tsx';
import { dollarsText, showDate } from '../../shared/text.ts';
import { Notice } from '../../shared/ui/Notice.tsx';
import type { ResourceName } from '../dataProvider/resourcePaths.ts';
import { KINDS } from './links.tsx';

/** Pending decisions and current figures, shared by menu and home. */
export const useOverview = () => useQuery<Overview>({ queryKey: [paths.admin.overview] });

/** Counts of what waits, each with what its records are. */
type WaitingCounts = readonly (readonly [keyof Overview['waiting'], string])[];

interface ResourceOptions {
  readonly label: string;
  /** The menu's section, where it is not the resource's own. */
  readonly section?: 'Invoicing';
  /** Counts of the badge. */
  readonly waiting?: WaitingCounts;
}

/** The resources with a section of their own in the menu. */
type InMenu = Extract<
  ResourceName,
  (typeof ADMIN_SECTIONS)[number]['to'] extends infer To
    ? To extends `/${infer Name}`
      ? Name
      : never
    : never
>;

/**
 * What `Resource` takes, with what the menu shows of it: a section of `ADMIN_SECTIONS`, in their order, or one of the
 * sections of 'Invoicing'.
 */
export type AdminResource = ResourceProps &
  (
    | { readonly name: InMenu; readonly options: ResourceOptions }
    | {
        readonly name: ResourceName;
        readonly options: ResourceOptions & { readonly section: 'Invoicing' };
      }
  );

interface WaitingBadgeProps {
  readonly waiting: Overview['waiting'] | undefined;
  readonly counts: WaitingCounts | undefined;
}

/** How many records wait; nothing for none. */
export function WaitingBadge({ waiting, counts = [] }: WaitingBadgeProps) {
  const some = counts.flatMap(([key, as]) => {
    const count = waiting?.[key] ?? 0;
    return count === 0 ? [] : [{ count, text: `${count} ${as}` }];
  });
  if (some.length === 0) return null;
  return (
    <Chip
      component="span"
      size="small"
      label={some.reduce((sum, { count }) => sum + count, 0)}
      aria-label={some.map(({ text }) => text).join(', ')}
      role="img"
      sx={{
        ml: 'auto',
        cursor: 'inherit',
        bgcolor: 'warning.light',
        color: 'warning.main',
        fontWeight: 700,
      }}
    />
  );
}

/** `Refund of $600.00`. */
export const whatOf = ({ kind, amount }: Pick<Approval, 'kind' | 'amount'>) =>
  amount === null ? APPROVAL_KINDS[kind] : `${APPROVAL_KINDS[kind]} of ${dollarsText(amount)}`;

/** More are on the list. */
const MOST = 5;

/** Changes of a record, or of anything of a company, that wait for a second member of staff; nothing for none. */
export function WaitingApprovals({ resource, id }: { readonly resource: string; readonly id: Identifier }) {
  const createPath = useCreatePath();
  const [kind] = Object.entries(KINDS).find(([, of]) => of.resource === resource) ?? [];
  const { data = [] } = useGetList<Approval>(
    'approvals',
    {
      filter: {
        status: 'waiting',
        ...(kind === 'account' ? { account_id: id } : { about: `${kind}-${id}` }),
      },
      pagination: { page: 1, perPage: MOST },
      sort: { field: 'created_at', order: 'ASC' },
    },
    { enabled: kind !== undefined },
  );
  if (data.length === 0) return null;
  return (
    <Box className="no-print" sx={{ display: 'grid', gap: 1, mb: 2.5 }}>
      {data.map((approval) => (
        <Notice
          key={approval.id}
          tone="warning"
          action={
            <Link
              component={RouterLink}
              to={createPath({ resource: 'approvals', type: 'show', id: approval.id })}
              sx={{ fontWeight: 600 }}
            >
              View the request
            </Link>
          }
        >
          {`${whatOf(approval)}, asked for by ${approval.requested_by_name} on ${showDate(approval.created_at)}, waits for approval.`}
        </Notice>
      ))}
    </Box>
  );
}
