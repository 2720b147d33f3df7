import { Box, Link } from '@mui/material';
import type { Approval } from '@portal/contract';
import { APPROVAL_KINDS } from '@portal/domain/values';
import { type Identifier, useCreatePath, useGetList } from 'react-admin';
import { Link as RouterLink } from 'react-router';
import { dollarsText, showDate } from '../../shared/text.ts';
import { Notice } from '../../shared/ui/Notice.tsx';
import { KINDS } from './links.tsx';

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
