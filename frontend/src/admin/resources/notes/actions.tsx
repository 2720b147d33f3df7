import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import EditIcon from '@mui/icons-material/EditOutlined';
import PinIcon from '@mui/icons-material/PushPinOutlined';
import { Box, Chip } from '@mui/material';
import { type AdminUser, type Note, noteTextSchema } from '@portal/contract';
import type { NoteSubject } from '@portal/domain/values';
import { useCreatePath, useGetList, useGetRecordRepresentation } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { Field } from '../../../shared/form/Field.tsx';
import { useZodForm } from '../../../shared/form/Form.tsx';
import { usePortal } from '../../dataProvider/index.ts';
import { ActionButton, DialogButton } from '../../kit/ActionButton.tsx';
import type { Action } from '../../kit/ActionDialog.tsx';
import { useAllowed } from '../../kit/access.ts';
import { CommandDialog } from '../../kit/CommandDialog.tsx';

interface NoteFieldProps {
  /** Of the input. */
  readonly id: string;
  readonly label: string;
}

/** The text of a note. While somebody types `@` and the begin of a name, administrators are proposed below. */
export const NoteField = ({ id, label }: NoteFieldProps) => (
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

/** Label and resource of each kind of record that notes are about. */
export const SUBJECTS: Readonly<Record<NoteSubject, { readonly label: string; readonly resource: string }>> =
  {
    company: { label: 'Company', resource: 'companies' },
    site: { label: 'Site', resource: 'sites' },
    invoice: { label: 'Invoice', resource: 'invoices' },
    dispute: { label: 'Question', resource: 'disputes' },
  };

/** The path of the notes on the page of the record that a note is about. */
export function useNotePath() {
  const createPath = useCreatePath();
  return ({ about, about_id: id }: Pick<Note, 'about' | 'about_id'>) =>
    `${createPath({ resource: SUBJECTS[about].resource, id, type: 'show' })}?tab=notes`;
}

const pin: Action<Note> = {
  resource: 'notes',
  name: 'pin',
  label: 'Pin',
  icon: PinIcon,
  done: 'Note pinned',
  failed: 'Failed to pin the note.',
  run: (portal, id) => portal.changeNote(id, { pinned: true }),
};

const unpin: Action<Note> = {
  ...pin,
  name: 'unpin',
  label: 'Unpin',
  done: 'Note unpinned',
  failed: 'Failed to unpin the note.',
  run: (portal, id) => portal.changeNote(id, { pinned: false }),
};

const remove: Action<Note> = {
  resource: 'notes',
  name: 'delete',
  label: 'Delete',
  icon: DeleteIcon,
  destructive: true,
  question: () => 'Delete this note?',
  consequences: ['Nobody sees it any more. The history keeps that it was written and deleted.'],
  done: 'Note deleted',
  failed: 'Failed to delete the note.',
  run: (portal, id) => portal.deleteNote(id),
};

/** Pin, edit and delete. */
export function NoteActions({ note }: { readonly note: Note }) {
  const mayEdit = useAllowed({ resource: 'notes', name: 'edit' }, note);
  const represent = useGetRecordRepresentation('notes');
  return (
    <>
      <ActionButton action={note.pinned ? unpin : pin} record={note} variant="icon" />
      {mayEdit && (
        <DialogButton
          needs="answers"
          label="Edit"
          of={String(represent(note))}
          icon={EditIcon}
          variant="icon"
          dialog={(close) => <EditNoteDialog note={note} onClose={close} />}
        />
      )}
      <ActionButton action={remove} record={note} variant="icon" />
    </>
  );
}

function EditNoteDialog({ note, onClose }: { readonly note: Note; readonly onClose: () => void }) {
  const portal = usePortal();
  const form = useZodForm(noteTextSchema, { text: note.text });
  return (
    <CommandDialog
      title="Edit note"
      form={form}
      submitLabel="Save"
      keepAs={`note ${note.id}`}
      send={(changed) => portal.changeNote(note.id, changed)}
      done="Note saved"
      failed="Failed to save the note."
      onClose={onClose}
    >
      <NoteField id="edited-note" label="Note" />
    </CommandDialog>
  );
}
