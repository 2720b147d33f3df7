import { Box, Chip } from '@mui/material';
import type { AdminUser } from '@portal/contract';
import { useGetList } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { Field } from '../../../shared/form/Field.tsx';

interface NoteFieldProps {
  /** Of the input. */
  readonly id: string;
  readonly label: string;
}

/** The text of a note. While somebody types `@` and the begin of a name, administrators are proposed below. */
export function NoteField({ id, label }: NoteFieldProps) {
  return (
    <div>
      <Field
        name="text"
        id={id}
        label={label}
        lines={3}
        hint="@username mentions an administrator, who gets an email. Dealers never see notes."
        required
      />
      <Mentions inputId={id} />
    </div>
  );
}

const MOST_PROPOSED = 6;

/** Administrators whose username or name begins with what stands after `@` before the cursor; a press inserts one. */
function Mentions({ inputId }: { readonly inputId: string }) {
  const { setValue } = useFormContext();
  const text: string = useWatch({ name: 'text' });
  const input = document.getElementById(inputId) as HTMLTextAreaElement | null;
  const before = text.slice(0, input?.selectionEnd ?? text.length);
  const typed = /(?:^|[\s(])@([^\s@]*)$/.exec(before)?.[1]?.toLowerCase();
  const { data: admins = [] } = useGetList<AdminUser>(
    'users',
    {
      filter: { is_admin: true },
      sort: { field: 'username', order: 'ASC' },
      pagination: { page: 1, perPage: 100 },
    },
    { enabled: typed !== undefined },
  );
  if (typed === undefined) return null;
  const proposed = admins.filter(({ username, name }) =>
    [username, ...name.split(' ')].some((one) => one.toLowerCase().startsWith(typed)),
  );
  if (proposed.length === 0) return null;
  const insert = (username: string) => {
    const begin = `${before.slice(0, before.length - typed.length)}${username} `;
    setValue('text', begin + text.slice(before.length).trimStart(), { shouldDirty: true });
    input?.focus();
    // once the input has its new text
    setTimeout(() => input?.setSelectionRange(begin.length, begin.length));
  };
  return (
    <Box
      role="group"
      aria-label="Mention an administrator"
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1 }}
    >
      {proposed.slice(0, MOST_PROPOSED).map(({ id, username, name }) => (
        <Chip
          key={id}
          size="small"
          label={name === '' ? `@${username}` : `@${username} · ${name}`}
          onClick={() => insert(username)}
        />
      ))}
    </Box>
  );
}
