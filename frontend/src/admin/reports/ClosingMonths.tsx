import { Box, Link, Typography } from '@mui/material';
import { type BookCheck, type BooksStatus, closeMonthSchema, paths } from '@portal/contract';
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useBasename } from 'react-admin';
import { Link as RouterLink } from 'react-router';
import { useZodForm } from '../../shared/form/Form.tsx';
import { formatMonth, momentText } from '../../shared/text.ts';
import { LoadProblem } from '../../shared/ui/LoadProblem.tsx';
import { Section } from '../../shared/ui/Section.tsx';
import { StatusBadge } from '../../shared/ui/StatusBadge.tsx';
import { usePortal } from '../dataProvider/index.ts';
import { MoneyButton } from '../kit/ActionButton.tsx';
import { CommandDialog, ReasonDialog } from '../kit/CommandDialog.tsx';
import { PlainList } from '../kit/parts.tsx';
import { LookBadge } from '../records/states.tsx';

const SHOWN = 6;

/** Which months are closed. @param month of the journal, once it is known */
export function useBooks(month: string | undefined, isFresh = false) {
  const portal = usePortal();
  return useQuery({
    queryKey: [paths.admin.books, month],
    queryFn: () => portal.books(month ?? ''),
    enabled: month !== undefined,
    placeholderData: keepPreviousData,
    // other administrators' answers may have changed the checklist
    ...(isFresh && { refetchOnMount: 'always' }),
  });
}

interface ClosingMonthsProps {
  readonly month: string;
  readonly books: UseQueryResult<BooksStatus>;
}

/** Whether a month is closed, and the next step: closing or re-opening one (rule B36). */
export function ClosingMonths({ month, books }: ClosingMonthsProps) {
  const { data, error, refetch } = books;
  if (error !== null)
    return <LoadProblem text="The closed months could not be loaded." error={error} onRetry={refetch} />;
  if (data === undefined) return null;
  const { closed_through: closed, next, history } = data;
  const isClosed = closed !== null && month <= closed;
  return (
    <Section
      title={formatMonth(month)}
      lead={
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', mt: 0.5 }}>
          <StatusBadge tone={isClosed ? 'success' : 'neutral'}>{isClosed ? 'Closed' : 'Open'}</StatusBadge>
          {closed === null ? 'No month is closed.' : `Closed through ${formatMonth(closed)}.`}
        </Box>
      }
      actions={
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          {closed !== null && (
            <MoneyButton
              label={`Re-open ${formatMonth(closed)}`}
              dialog={(close) => <ReopenDialog month={closed} onClose={close} />}
            />
          )}
          {next !== null && (
            <MoneyButton
              label={`Close ${formatMonth(next.month)}`}
              variant="contained"
              dialog={(close) => <CloseDialog month={next.month} asked={month} onClose={close} />}
            />
          )}
        </Box>
      }
      flush={history.length === 0}
    >
      {history.length > 0 && <Closings history={history} />}
    </Section>
  );
}

const Closings = ({ history }: Pick<BooksStatus, 'history'>) => (
  <PlainList label="Closings" gap={1} sx={{ overflowWrap: 'anywhere' }}>
    {history.slice(0, SHOWN).map(({ month, what, at, by, exceptions, reason }) => (
      <Typography component="li" variant="body2" key={at}>
        {formatMonth(month)} {what === 'closed' ? 'closed' : 're-opened'} by {by}, {momentText(at)}
        {exceptions.length > 0 && `, although: ${exceptions.join(' ')}`}
        {reason !== null && `: ${reason}`}
      </Typography>
    ))}
  </PlainList>
);

interface MonthDialogProps {
  readonly month: string;
  readonly onClose: () => void;
}

function CloseDialog({ month, asked, onClose }: MonthDialogProps & { readonly asked: string }) {
  const { data } = useBooks(asked, true);
  const checks = data?.next?.month === month ? data.next.checks : [];
  const failing = checks.filter(({ ok }) => !ok);
  const isBlocked = failing.some(({ blocks }) => blocks);
  const form = useZodForm(closeMonthSchema, { period: month });
  const portal = usePortal();
  const name = formatMonth(month);
  return (
    <CommandDialog
      title={`Close ${name}`}
      form={form}
      keepAs={month}
      submitLabel={failing.length > 0 && !isBlocked ? 'Close anyway' : 'Close'}
      busyLabel="Closing..."
      canSubmit={checks.length > 0 && !isBlocked}
      send={(values) => portal.closeMonth({ ...values, confirmed: failing.length > 0 })}
      done={`${name} closed`}
      failed="Failed to close the month"
      onClose={onClose}
    >
      <PlainList label="Checklist" gap={1.5}>
        {checks.map((check) => (
          <CheckLine key={check.name} check={check} />
        ))}
      </PlainList>
      <Typography color="text.secondary">
        {isBlocked
          ? 'The month can be closed once the lines marked Missing hold.'
          : 'Afterwards nothing is posted in this month or before it. What is recorded later is posted on the first day of the next open month.'}
      </Typography>
    </CommandDialog>
  );
}

function CheckLine({ check: { ok, blocks, detail, link } }: { readonly check: BookCheck }) {
  const basename = useBasename();
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: '5.5rem minmax(0, 1fr)',
        gap: 1.5,
        alignItems: 'start',
      }}
    >
      <LookBadge look={ok ? ['success', 'OK'] : blocks ? ['error', 'Missing'] : ['warning', 'Open']} />
      <Typography component="span" sx={{ overflowWrap: 'anywhere' }}>
        {detail}{' '}
        {link !== null && (
          <Link component={RouterLink} to={`${basename}${link.path}`}>
            {link.label}
          </Link>
        )}
      </Typography>
    </Box>
  );
}

function ReopenDialog({ month, onClose }: MonthDialogProps) {
  const portal = usePortal();
  const name = formatMonth(month);
  return (
    <ReasonDialog
      title={`Re-open ${name}?`}
      keepAs={month}
      submitLabel="Re-open"
      send={(values) => portal.reopenMonth({ ...values, period: month })}
      done={`${name} re-opened`}
      failed="Failed to re-open the month"
      onClose={onClose}
    >
      <Typography color="text.secondary">
        Days in this month are taken again, so its exported journal may change.
      </Typography>
    </ReasonDialog>
  );
}
