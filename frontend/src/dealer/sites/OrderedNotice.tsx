import Box from '@mui/material/Box';
import { useUser } from '../../shared/session/session.ts';
import { counted } from '../../shared/text.ts';
import { Notice } from '../../shared/ui/Notice.tsx';
import type { Ordered } from './portfolio.ts';
import { useMigrations, useSites } from './queries.ts';

/** What a finished order created, as long as it waits for approval, and how the dealer hears of that. */
export function OrderedNotice({ ordered: { tab, entries } }: { readonly ordered: Ordered }) {
  const sites = useSites();
  const migrations = useMigrations();
  const { email_preferences: mails } = useUser();
  const listed = (tab === 'migrations' ? migrations.data : sites.data) ?? [];
  // not listed yet: the order is newer than the list
  const waiting = entries.filter(
    ({ id }) => (listed.find((one) => one.id === id)?.status ?? 'pending') === 'pending',
  );
  const [first, ...others] = waiting;
  if (first === undefined) return null;
  const names =
    others.length === 0 ? first.name : `${first.name} and ${counted(others.length, 'other site')}`;
  const [are, they] = others.length === 0 ? ['is', 'it’s'] : ['are', 'they’re'];
  const what = tab === 'migrations' ? `The migration of ${names}` : names;
  return (
    <Box sx={{ mb: 3 }}>
      <Notice tone="success">
        {what} {are} ordered.{' '}
        {mails.site_approved
          ? `We’ll email you once ${they} approved.`
          : `An administrator will approve ${others.length === 0 ? 'it' : 'them'}.`}
      </Notice>
    </Box>
  );
}
