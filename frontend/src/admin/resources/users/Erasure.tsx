import { Alert, Box, Button, Skeleton, TextField, Typography } from '@mui/material';
import {
  type AdminUser,
  CONTACT_SUBJECTS,
  type ErasurePreview,
  type OpenMoney as OpenMoneyAmounts,
  openMoneyWarnings,
  paths,
} from '@portal/contract';
import { wordsOfName } from '@portal/domain/values';
import { useQuery } from '@tanstack/react-query';
import { isValidElement, type ReactNode, useEffect, useState } from 'react';
import { CheckBox } from '../../../shared/form/Field.tsx';
import { counted, dateText, showCount } from '../../../shared/text.ts';
import { LoadProblem } from '../../../shared/ui/LoadProblem.tsx';
import type { ActionChoiceProps, ActionInput } from '../../kit/ActionDialog.tsx';
import { Only } from '../../kit/access.ts';
import { useDialogs } from '../../kit/DialogHost.tsx';
import { RecordLink, useListPath } from '../../records/links.tsx';
import { AddUserDialog } from './dialogs.tsx';

const useErasurePreview = (userId: string) =>
  useQuery<ErasurePreview>({ queryKey: [paths.admin.userErasure(userId)] });

interface ErasureConfirmationProps {
  readonly userId: string;
  /** What was decided; null until everything needed is confirmed. */
  readonly onConfirmed: (decided: ActionInput | null) => void;
}

/** What an erasure of personal data removes and keeps; confirmed by typing the user's name. */
function ErasureConfirmation({ userId, onConfirmed }: ErasureConfirmationProps) {
  const { data, error, refetch } = useErasurePreview(userId);
  const [entered, setEntered] = useState({ typed: '', money: false, withheld: false });
  if (error) {
    return (
      <LoadProblem text="The data to be erased could not be determined." error={error} onRetry={refetch} />
    );
  }
  if (data === undefined)
    return <Skeleton variant="rounded" height={240} role="status" aria-label="Loading" sx={{ mt: 2 }} />;
  const name = data.username ?? data.id;
  const hasMoney = openMoneyWarnings(data).length > 0;
  const enter = (change: Partial<typeof entered>) => {
    const now = { ...entered, ...change };
    setEntered(now);
    const isComplete = now.typed.trim() === name && (now.money || !hasMoney);
    onConfirmed(
      isComplete
        ? {
            erase: true,
            ...(now.money ? { confirm_open_money: true } : {}),
            ...(now.withheld ? { include_withheld: true } : {}),
          }
        : null,
    );
  };
  return (
    <>
      <Alert severity="warning" sx={{ mt: 2 }}>
        This can't be undone.
      </Alert>
      <Lines title="What goes" lines={whatGoes(data).filter(Boolean)} />
      <Withheld preview={data} included={entered.withheld} onChange={(withheld) => enter({ withheld })} />
      <Lines title="What stays" lines={whatStays(data)} />
      {hasMoney && (
        <Choice
          label="Erase although money is open"
          checked={entered.money}
          onChange={(money) => enter({ money })}
        />
      )}
      <TextField
        label={`Type ${name} to confirm`}
        value={entered.typed}
        autoComplete="off"
        onChange={({ target: { value } }) => enter({ typed: value })}
        sx={{ mt: 2.5 }}
      />
    </>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

const Choice = ({ label, checked, onChange }: ChoiceProps) => (
  <Box component="label" sx={{ mt: 2, display: 'flex', alignItems: 'center', gap: 1.5, cursor: 'pointer' }}>
    <CheckBox type="checkbox" checked={checked} onChange={({ target }) => onChange(target.checked)} />
    {label}
  </Box>
);

/** What an administrator can do about this money. */
const settlements = (money: readonly OpenMoneyAmounts[]) =>
  [
    ...(money.some(({ open_cents: open }) => open > 0) ? ['record a payment', 'void them'] : []),
    ...(money.some(({ credit_cents: credit }) => credit > 0) ? ['pay out the credit'] : []),
  ].join(' or ');

/** Money of companies whose last user this is, and what can be done about it before. */
function OpenMoney({ preview }: { readonly preview: ErasurePreview | undefined }) {
  const listPath = useListPath();
  const open = useDialogs();
  if (preview === undefined) return null;
  const companies = preview.companies.filter(({ open_money: money }) => money.length > 0);
  if (companies.length === 0) return null;
  const warnings = openMoneyWarnings(preview);
  return companies.map(({ id, name, open_money: money }, index) => (
    <Alert key={id} severity="warning" sx={{ mt: 2 }}>
      {warnings[index]}
      <Box component="ul" aria-label={`Before, for ${name}`} sx={{ m: 0, mt: 1, pl: 2.5 }}>
        <li>
          <RecordLink
            resource="invoices"
            id={id}
            to={listPath('invoices', { account_id: id })}
            text="Open its invoices"
          />{' '}
          to {settlements(money)}.
        </li>
        <li>
          <Button
            variant="text"
            size="small"
            sx={{ p: 0, minWidth: 0, fontSize: 'inherit', verticalAlign: 'baseline' }}
            onClick={() => open((close) => <AddUserDialog accountId={id} company={name} onClose={close} />)}
          >
            Add a user
          </Button>{' '}
          who receives its invoices from then on.
        </li>
      </Box>
    </Alert>
  ));
}

const SUBJECTS: Readonly<Record<string, string>> = CONTACT_SUBJECTS;

interface WithheldProps {
  readonly preview: ErasurePreview;
  readonly included: boolean;
  readonly onChange: (included: boolean) => void;
}

/** What belongs to an address that other users have too: it stays unless it is included. */
function Withheld({ preview: { withheld }, included, onChange }: WithheldProps) {
  const { addresses, messages, mails, contacts_of: companies } = withheld;
  if (addresses.length === 0) return null;
  return (
    <>
      <Lines
        title="Withheld"
        lead={
          <>
            {addresses.map(({ email, users }) => (
              <span key={email}>
                {email} is the address of{' '}
                {users.map(({ id, username }, index) => (
                  <span key={id}>
                    {index > 0 && ', '}
                    <RecordLink resource="users" id={id} text={username} />
                  </span>
                ))}{' '}
                too.{' '}
              </span>
            ))}
            What follows may be of somebody else, so it stays unless you include it.
          </>
        }
        lines={[
          ...messages.map(({ id, subject, at, email }) => (
            <span key={id}>
              <RecordLink resource="contacts" id={id} text={`Message of ${dateText(at.slice(0, 10))}`} /> from{' '}
              {email.toLowerCase()}: {SUBJECTS[subject] ?? subject}
            </span>
          )),
          ...mails.map(({ id, subject, at, recipient }) => (
            <span key={id}>
              <RecordLink resource="mails" id={id} text={`Email of ${dateText(at.slice(0, 10))}`} /> to{' '}
              {recipient}: {subject}
            </span>
          )),
          ...companies.map(({ id, name }) => (
            <span key={id}>The email address in the details of {name}</span>
          )),
        ]}
      />
      <Choice label="Erase what is withheld too" checked={included} onChange={onChange} />
    </>
  );
}

interface LinesProps {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly lines: readonly ReactNode[];
}

const Lines = ({ title, lead, lines }: LinesProps) => (
  <>
    <Typography variant="subtitle2" component="h3" sx={{ mt: 2 }}>
      {title}
    </Typography>
    {lead !== undefined && (
      <Typography variant="body2" sx={{ mt: 0.5, overflowWrap: 'anywhere' }}>
        {lead}
      </Typography>
    )}
    <Box
      component="ul"
      aria-label={title}
      sx={{ m: 0, mt: 0.5, pl: 2.5, color: 'text.secondary', overflowWrap: 'anywhere' }}
    >
      {lines.map((line) => (
        <li key={typeof line === 'string' ? line : keyOf(line)}>{line}</li>
      ))}
    </Box>
  </>
);

const keyOf = (line: ReactNode): string | null => (isValidElement(line) ? line.key : null);

/** `2 sites`; blank for none. */
const some = (count: number, one: string, many?: string) => (count === 0 ? '' : counted(count, one, many));
const joined = (...parts: readonly string[]) => parts.filter((part) => part !== '').join(', ');

const whatGoes = ({
  companies,
  contact_messages: messages,
  mails,
  mails_by_kind: byKind,
  shared_companies: shared,
}: ErasurePreview): readonly string[] => [
  'Names, addresses, phone numbers and email addresses of the user, in the event log too.',
  ...companies.map(({ name, sites, migrations, orders, questions, notes }) => {
    const places = joined(some(sites, 'site'), some(migrations, 'migration'), some(orders, 'order'));
    const parts = joined(
      'its details',
      places && `addresses and notes of ${places}`,
      some(questions, 'question'),
      some(notes, 'internal note'),
      'saved cards',
    );
    return `${name}, which has no other users: ${parts}.`;
  }),
  ...shared
    .filter(({ contact_goes: goes }) => goes)
    .map(({ name }) => `Email address and phone number in the details of ${name} that are this user's own.`),
  some(messages, 'message of the contact form', 'messages of the contact form'),
  mails === 0
    ? ''
    : `${counted(mails, 'email')} of the outbox: ${byKind.map((one) => `${showCount(one.mails)} ${wordsOfName(one.kind)}`).join(', ')}.`,
];

const whatStays = (preview: ErasurePreview): readonly string[] => [
  'Sums, readers, rates and site names, so that every invoice can still be replayed.',
  ...(preview.bill_to_until === null
    ? []
    : [
        `Bill To of ${counted(preview.invoices, 'invoice')}, for tax purposes: ` +
          `until ${dateText(preview.bill_to_until)} at the latest.`,
      ]),
  ...preview.shared_companies.map(
    ({ name, other_users: others, auto_pay_ends: ends }) =>
      `${name}, with what was entered for it: ${counted(others, 'other user belongs', 'other users belong')} to it. ` +
      "Its events keep old contact details, this user's too, until its last user is erased." +
      (ends ? ' Its saved card stays; automatic payments, which this user turned on, end.' : ''),
  ),
  'Reasons entered by administrators, and emails triggered by others about remaining companies.',
  'Backups, disk snapshots and archived write-ahead log, until they expire.',
];

/** In the deletion dialog: whether the personal data is erased too. Warns of open money in any case. */
export function EraseChoice({ record: user, onChange }: ActionChoiceProps<AdminUser>) {
  const { data } = useErasurePreview(user.id);
  const [chosen, setChosen] = useState(false);
  return (
    <>
      <OpenMoney preview={data} />
      <Only may="erasure">
        <Choice
          label="Also erase personal data"
          checked={chosen}
          onChange={(checked) => {
            setChosen(checked);
            onChange(checked ? null : { adds: {} });
          }}
        />
      </Only>
      {chosen && (
        <ErasureConfirmation
          userId={user.id}
          onConfirmed={(adds) => onChange(adds === null ? null : { adds, label: 'Delete and erase' })}
        />
      )}
    </>
  );
}

/** What is left of a deleted user. */
export type DeletedUser = { readonly id: string; readonly name: string };

/** In the dialog that erases a user deleted earlier; confirmed by typing the name. */
export function EraseDeleted({ record, onChange }: ActionChoiceProps<DeletedUser>) {
  const { data } = useErasurePreview(record.id);
  useEffect(() => onChange(null), [onChange]);
  return (
    <>
      <OpenMoney preview={data} />
      <ErasureConfirmation
        userId={record.id}
        onConfirmed={(adds) => onChange(adds === null ? null : { adds })}
      />
    </>
  );
}
