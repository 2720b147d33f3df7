import { Alert, Box, Skeleton, TextField, Typography } from '@mui/material';
import { type AdminUser, type ErasurePreview, paths } from '@portal/contract';
import { wordsOfName } from '@portal/domain/values';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { CheckBox } from '../../shared/form/CheckBox.tsx';
import { dateText } from '../../shared/text.ts';
import { LoadProblem } from '../../shared/ui/LoadProblem.tsx';
import type { ActionChoiceProps } from '../kit/ActionDialog.tsx';

interface ErasureConfirmationProps {
  readonly userId: string;
  readonly onConfirmed: (confirmed: boolean) => void;
}

/** What an erasure of personal data removes and keeps; confirmed by typing the user's name. */
function ErasureConfirmation({ userId, onConfirmed }: ErasureConfirmationProps) {
  const { data, error, refetch } = useQuery<ErasurePreview>({ queryKey: [paths.admin.userErasure(userId)] });
  const [typed, setTyped] = useState('');
  if (error) {
    return (
      <LoadProblem text="The data to be erased could not be determined." error={error} onRetry={refetch} />
    );
  }
  if (data === undefined)
    return <Skeleton variant="rounded" height={240} role="status" aria-label="Loading" sx={{ mt: 2 }} />;
  const name = data.username ?? data.id;
  return (
    <>
      <Alert severity="warning" sx={{ mt: 2 }}>
        This can't be undone.
      </Alert>
      <Lines title="What goes" lines={whatGoes(data).filter(Boolean)} />
      <Lines title="What stays" lines={whatStays(data)} />
      <TextField
        label={`Type ${name} to confirm`}
        value={typed}
        autoComplete="off"
        onChange={({ target: { value } }) => {
          setTyped(value);
          onConfirmed(value.trim() === name);
        }}
        sx={{ mt: 2.5 }}
      />
    </>
  );
}

function Lines({ title, lines }: { readonly title: string; readonly lines: readonly ReactNode[] }) {
  return (
    <>
      <Typography variant="subtitle2" component="h3" sx={{ mt: 2 }}>
        {title}
      </Typography>
      <Box component="ul" aria-label={title} sx={{ m: 0, mt: 0.5, pl: 2.5, color: 'text.secondary' }}>
        {lines.map((line) => (
          <li key={String(line)}>{line}</li>
        ))}
      </Box>
    </>
  );
}

const counted = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;
/** The same, blank for none. */
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
  ...companies.map(({ name, sites, migrations, orders, questions }) => {
    const places = joined(some(sites, 'site'), some(migrations, 'migration'), some(orders, 'order'));
    const parts = joined(
      'its details',
      places && `addresses and notes of ${places}`,
      some(questions, 'question'),
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
    : `${counted(mails, 'email')} of the outbox: ${byKind.map((one) => `${one.mails} ${wordsOfName(one.kind)}`).join(', ')}.`,
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
    ({ name, other_users: others }) =>
      `${name}, with what was entered for it: ${counted(others, 'other user belongs', 'other users belong')} to it. ` +
      "Its events keep old contact details, this user's too, until its last user is erased.",
  ),
  'Reasons entered by administrators, and emails triggered by others about remaining companies.',
  'Backups, disk snapshots and archived write-ahead log, until they expire.',
];

/** In the deletion dialog: whether the personal data is erased too. */
export function EraseChoice({ record: user, onChange }: ActionChoiceProps<AdminUser>) {
  const [chosen, setChosen] = useState(false);
  return (
    <Box sx={{ mt: 2.5 }}>
      <Box component="label" sx={{ display: 'flex', alignItems: 'center', gap: 1.5, cursor: 'pointer' }}>
        <CheckBox
          type="checkbox"
          checked={chosen}
          onChange={({ target: { checked } }) => {
            setChosen(checked);
            onChange(checked ? null : { adds: {} });
          }}
        />
        Also erase personal data
      </Box>
      {chosen && (
        <ErasureConfirmation
          userId={user.id}
          onConfirmed={(confirmed) =>
            onChange(confirmed ? { adds: { erase: true }, label: 'Delete and erase' } : null)
          }
        />
      )}
    </Box>
  );
}

/** What is left of a deleted user. */
export type DeletedUser = { readonly id: string; readonly name: string };

/** In the dialog that erases a user deleted earlier; confirmed by typing the name. */
export function EraseDeleted({ record, onChange }: ActionChoiceProps<DeletedUser>) {
  useEffect(() => onChange(null), [onChange]);
  return (
    <ErasureConfirmation
      userId={record.id}
      onConfirmed={(confirmed) => onChange(confirmed ? { adds: { erase: true } } : null)}
    />
  );
}
