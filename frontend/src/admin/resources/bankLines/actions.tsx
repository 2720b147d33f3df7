import ChooseIcon from '@mui/icons-material/ManageSearchOutlined';
import SetAsideIcon from '@mui/icons-material/PlaylistRemoveOutlined';
import TakeBackIcon from '@mui/icons-material/UndoOutlined';
import {
  Autocomplete,
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  LinearProgress,
  TextField,
  Typography,
} from '@mui/material';
import type { Account, BankLine, BankMatch, MatchBankLineInput } from '@portal/contract';
import { centsFromDollars, dollarsFromCents, sumCents } from '@portal/domain/values';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { HttpError, messageOf } from '../../../shared/http/http.ts';
import { useCommand } from '../../../shared/http/useCommand.ts';
import { counted, dollarsText, showDate } from '../../../shared/text.ts';
import { ConfirmDialog } from '../../../shared/ui/ConfirmDialog.tsx';
import { Loading, LoadProblem } from '../../../shared/ui/LoadProblem.tsx';
import { partlyDone, toEach } from '../../dataProvider/many.ts';
import { money } from '../../dataProvider/money.ts';
import { wholeListPath } from '../../dataProvider/resourcePaths.ts';
import { ActionButton, DialogButton } from '../../kit/ActionButton.tsx';
import type { Action } from '../../kit/ActionDialog.tsx';
import { Only } from '../../kit/access.ts';
import { ReasonDialog } from '../../kit/CommandDialog.tsx';
import { useDialogs } from '../../kit/DialogHost.tsx';
import { refreshResources } from '../../kit/live.ts';
import { Unbroken } from '../../kit/parts.tsx';
import { useCompanySearch } from '../../records/companyChoice.tsx';
import { Badges, DemoBadge } from '../../records/states.tsx';
import { Below, Cut } from '../../ui/fields.tsx';
import { CompanyPaymentDialog } from '../invoices/actions.tsx';

const WHY: Readonly<Record<BankMatch['why'], string>> = {
  recorded: 'This payment was recorded before.',
  invoice_number: 'The text names the invoice.',
  amount_and_name: 'Amount and name are the same.',
  amount: 'The amount is the same.',
  name: 'The text names the company.',
  paid_invoice: 'The text names an invoice that is paid.',
};

/** The parts of a payment: `INV-202612-0001 $65.00`. */
export function partsOf({ receipt, shares, credit }: BankMatch): string {
  if (receipt !== null) return `Payment ${receipt.reference} of ${showDate(receipt.received_on)}`;
  const parts = shares.map(({ invoice_number, amount }) => `${invoice_number} ${dollarsText(amount)}`);
  return [...parts, ...(credit > 0 ? [`Credit ${dollarsText(credit)}`] : [])].join(', ');
}

/** What a line may have paid, and why. */
export const MatchText = ({ match }: { readonly match: BankMatch }) => (
  <>
    <Badges>
      <Cut sx={{ fontWeight: 600 }}>{match.company_name ?? 'A company without a name'}</Cut>{' '}
      {match.is_demo && <DemoBadge />}
    </Badges>
    <Below>
      <Unbroken text={`${partsOf(match)} · ${WHY[match.why]}`} />
    </Below>
  </>
);

/** A line's name in labels. */
const nameOf = ({ amount, day }: BankLine) => `${dollarsText(amount)} of ${showDate(day)}`;

/** The request that takes a match as it is shown: what becomes credit is part of the last share. */
function takenOf({ account_id, method, shares, credit, receipt }: BankMatch): MatchBankLineInput {
  if (receipt !== null) return { receipt_id: receipt.id };
  const parts = shares.map(({ invoice_id, amount }, index) => {
    const rest = index === shares.length - 1 ? centsFromDollars(credit) : 0;
    return { invoice_id, amount: dollarsFromCents(centsFromDollars(amount) + rest).toFixed(2) };
  });
  return { account_id, method, shares: parts, ...(credit > 0 && { credit: credit.toFixed(2) }) };
}

interface TakeButtonProps {
  readonly line: BankLine;
  readonly match: BankMatch;
  readonly look?: 'outlined' | undefined;
  readonly onDone?: () => void;
}

/** Books a line as it is proposed, by one press; asks where an equal payment was recorded before. */
function TakeButton({ line, match, look, onDone }: TakeButtonProps) {
  const open = useDialogs();
  const take = useTaking(line, match, onDone);
  const ask = (error: Error) => {
    if (error instanceof HttpError && error.code === 'recorded_before')
      open((close) => <AgainDialog line={line} match={match} text={error.message} onClose={close} />);
  };
  return (
    <Button
      size="small"
      variant={look ?? 'contained'}
      aria-disabled={take.isPending}
      aria-label={`Take ${nameOf(line)} for ${match.company_name ?? 'the company'}`}
      onClick={() => !take.isPending && take.mutate({}, { onError: ask })}
    >
      Take
    </Button>
  );
}

const useTaking = (line: BankLine, match: BankMatch, onDone?: () => void) =>
  useCommand({
    send: (again: { readonly record_again?: true }) =>
      money.matchBankLine(line.id, { ...takenOf(match), ...again }),
    refresh: refreshResources,
    refreshRefused: true,
    done: {
      title: match.receipt === null ? 'Payment recorded' : 'Line matched',
      description: `${dollarsText(line.amount)} of ${match.company_name ?? 'the company'}`,
    },
    failed: { title: 'Error', fallback: 'Failed to record payment' },
    onDone,
  });

interface AgainDialogProps extends Pick<TakeButtonProps, 'line' | 'match'> {
  /** What the server says. */
  readonly text: string;
  readonly onClose: () => void;
}

function AgainDialog({ line, match, text, onClose }: AgainDialogProps) {
  const take = useTaking(line, match, onClose);
  return (
    <ConfirmDialog
      title="Is this another payment?"
      action="Record it again"
      destructive
      pending={take.isPending}
      onConfirm={() => take.mutate({ record_again: true })}
      onClose={onClose}
    >
      <Typography>{text}</Typography>
    </ConfirmDialog>
  );
}

interface LineDialogProps {
  readonly line: BankLine;
  readonly onClose: () => void;
}

/** What the bank says of a line. */
const LineText = ({ line }: { readonly line: BankLine }) => (
  <Typography sx={{ overflowWrap: 'anywhere' }}>
    {[`${nameOf(line)}: ${line.text}`, line.reference].filter(Boolean).join(', ')}
  </Typography>
);

/** The matches of a line, or a company whose invoices it pays. */
function ChooseDialog({ line, onClose }: LineDialogProps) {
  const [company, setCompany] = useState<Account | null>(null);
  const search = useCompanySearch('');
  const id = useId();
  if (company !== null) return <CompanyPaymentDialog company={company} line={line} onClose={onClose} />;
  const matches = [...(line.proposal === null ? [] : [line.proposal]), ...line.candidates];
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="sm" fullWidth>
      <DialogTitle id={id} component="h2">
        What did it pay?
      </DialogTitle>
      <DialogContent>
        <LineText line={line} />
        <Box component="ul" aria-label="Matches" sx={{ listStyle: 'none', m: 0, my: 2, p: 0 }}>
          {matches.map((match) => (
            <Box
              component="li"
              key={`${match.account_id} ${match.why} ${match.receipt?.id ?? ''}`}
              sx={{
                py: 1.5,
                display: 'flex',
                justifyContent: 'space-between',
                alignItems: 'center',
                gap: 2,
                borderBottom: 1,
                borderColor: 'divider',
              }}
            >
              <Box sx={{ minWidth: 0 }}>
                <MatchText match={match} />
              </Box>
              <TakeButton line={line} match={match} look="outlined" onDone={onClose} />
            </Box>
          ))}
        </Box>
        <Autocomplete<Account>
          {...search}
          onChange={(_event, chosen) => setCompany(chosen)}
          renderInput={({ InputProps, InputLabelProps, inputProps, ...input }) => (
            <TextField
              {...input}
              label={matches.length === 0 ? 'Company' : 'Another company'}
              helperText="You choose its invoices in the next step."
              slotProps={{
                input: InputProps,
                inputLabel: { ...InputLabelProps, shrink: true },
                htmlInput: inputProps,
              }}
            />
          )}
        />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
      </DialogActions>
    </Dialog>
  );
}

function SetAsideDialog({ line, onClose }: LineDialogProps) {
  return (
    <ReasonDialog
      title="Set the line aside"
      submitLabel="Set aside"
      keepAs={line.id}
      hint="Why it is no payment of a dealer, e.g. interest."
      send={(body) => money.setBankLineAside(line.id, body)}
      done="Line set aside"
      failed="Failed to set the line aside"
      onClose={onClose}
    >
      <LineText line={line} />
    </ReasonDialog>
  );
}

const takeBack: Action<BankLine> = {
  resource: 'bank-lines',
  name: 'takeBack',
  label: 'Take back',
  icon: TakeBackIcon,
  done: 'Line taken back',
  doneText: () => 'It is unmatched again.',
  failed: 'Failed to take the line back',
  run: (portal, id) => portal.takeBankLineBack(id, {}),
};

interface LineActionsProps {
  readonly line: BankLine;
  /** On a card. */
  readonly look?: 'outlined' | undefined;
}

/** The buttons of a line. */
export function LineActions({ line, look }: LineActionsProps) {
  if (line.status === 'matched') return null;
  if (line.status === 'set_aside')
    return <ActionButton action={takeBack} record={line} variant={look ?? 'text'} />;
  const button = { of: nameOf(line), variant: look ?? 'icon' } as const;
  return (
    <>
      {line.proposal !== null && (
        <Only may="money">
          <TakeButton line={line} match={line.proposal} />
        </Only>
      )}
      <DialogButton
        needs="money"
        {...button}
        label="Choose"
        icon={ChooseIcon}
        dialog={(close) => <ChooseDialog line={line} onClose={close} />}
      />
      <DialogButton
        needs="money"
        {...button}
        label="Set aside"
        icon={SetAsideIcon}
        dialog={(close) => <SetAsideDialog line={line} onClose={close} />}
      />
    </>
  );
}

/** Whether a line names invoices and is all that is open of them. */
const isCertain = ({ proposal }: BankLine) =>
  proposal !== null && proposal.why === 'invoice_number' && proposal.is_exact && proposal.receipt === null;

/** Takes all lines that name their invoices. */
export function TakeAllDialog({ onClose }: Pick<LineDialogProps, 'onClose'>) {
  const { data, error, refetch } = useQuery<readonly BankLine[]>({
    queryKey: [wholeListPath('bank-lines', { status: 'unmatched' }, { field: 'day', order: 'ASC' })],
  });
  const [progress, setProgress] = useState<{ readonly done: number; readonly all: number } | null>(null);
  const found = (data ?? []).filter(isCertain);
  const take = useCommand({
    send: (lines: readonly BankLine[]) => {
      const all = lines.length;
      setProgress({ done: 0, all });
      return toEach(
        lines,
        async ({ id, proposal }) => proposal && (await money.matchBankLine(id, takenOf(proposal))),
        (done) => setProgress({ done, all }),
      );
    },
    refresh: refreshResources,
    done: (lines, { answers, refused }) => ({
      title: `${counted(answers.length, 'payment')} recorded`,
      ...(refused.length > 0 && {
        description: partlyDone(
          answers.length,
          lines.length,
          messageOf(refused[0]?.error, 'Failed to record payment'),
        ),
      }),
    }),
    failed: { title: 'Error', fallback: 'Failed to record payment' },
    onDone: onClose,
  });
  const sum = dollarsFromCents(sumCents(found.map(({ amount }) => centsFromDollars(amount))));
  const text =
    found.length === 0
      ? 'No unmatched line names an invoice and is all that is open of it.'
      : `${counted(found.length, 'line names', 'lines name')} invoices and ${found.length === 1 ? 'is' : 'are'} all that is open of them: ${dollarsText(sum)} in total. Lines of other amounts are left to you.`;
  return (
    <ConfirmDialog
      title="Take all that match by invoice number"
      action={found.length === 0 ? 'Take' : `Take ${counted(progress?.all ?? found.length, 'line')}`}
      pendingAction="Taking..."
      canConfirm={found.length > 0 || take.isPending}
      pending={take.isPending}
      onConfirm={() => take.mutate(found)}
      onClose={onClose}
    >
      {progress !== null ? (
        <Box role="status">
          <Typography sx={{ mb: 1 }}>{`${progress.done} of ${counted(progress.all, 'line')}`}</Typography>
          <LinearProgress
            aria-label="Taking lines"
            variant="determinate"
            value={(progress.done / Math.max(1, progress.all)) * 100}
          />
        </Box>
      ) : error !== null && data === undefined ? (
        <LoadProblem text="Failed to fetch bank lines" error={error} onRetry={refetch} />
      ) : data === undefined ? (
        <Loading label="Loading lines..." />
      ) : (
        <Typography>{text}</Typography>
      )}
    </ConfirmDialog>
  );
}
