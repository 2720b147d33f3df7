import FileIcon from '@mui/icons-material/AttachFile';
import RemoveIcon from '@mui/icons-material/Close';
import { Box, Link, Typography } from '@mui/material';
import { type Note, paths } from '@portal/contract';
import { MAX_FILE_BYTES, MAX_NOTE_FILES, NOTE_FILE_TYPES } from '@portal/domain/values';
import { useId } from 'react';
import { FileButton } from '../../../shared/form/Field.tsx';
import { UserError } from '../../../shared/http/problem.ts';
import { useCommand } from '../../../shared/http/useCommand.ts';
import { usePortal } from '../../dataProvider/index.ts';
import { DialogButton } from '../../kit/ActionButton.tsx';
import { type Action, ActionQuestion } from '../../kit/ActionDialog.tsx';
import { useMay } from '../../kit/access.ts';
import { refreshResources } from '../../kit/live.ts';

type NoteFile = Note['files'][number];

const LIMIT = `PDF, PNG or JPEG, at most ${MAX_FILE_BYTES / 1_000_000} MB`;

/** `48 kB`, `1.2 MB`; never 0. */
function sizeText(bytes: number): string {
  const inUnit = (unit: string, value: number, maximumFractionDigits: number) =>
    new Intl.NumberFormat('en-US', { style: 'unit', unit, maximumFractionDigits }).format(value);
  return bytes < 1_000_000
    ? inUnit('kilobyte', Math.max(1, bytes / 1_000), 0)
    : inUnit('megabyte', bytes / 1_000_000, 1);
}

/** The files of a note, e.g. the scan of a check, and a button for another one. */
export function NoteFiles({ note }: { readonly note: Note }) {
  const portal = usePortal();
  const { isPending: busy, mutate: add } = useCommand({
    send: async (file: File) => {
      if (file.size > MAX_FILE_BYTES) throw new UserError(`This file is too large: ${LIMIT}.`);
      return portal.addNoteFile(note.id, file);
    },
    refresh: refreshResources,
    done: (file) => ({ title: 'File added', description: file.name }),
    failed: { title: 'Error', fallback: 'Failed to add the file.' },
  });
  const hint = useId();
  const mayAdd = useMay('answers');
  return (
    <Box sx={{ mt: 0.5 }}>
      {note.files.length > 0 && (
        <Box component="ul" aria-label="Files" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {note.files.map((file) => (
            <FileItem key={file.id} note={note} file={file} />
          ))}
        </Box>
      )}
      {mayAdd && note.files.length < MAX_NOTE_FILES && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
          <FileButton
            variant="text"
            describedBy={hint}
            label="File of this note"
            accept={NOTE_FILE_TYPES.join()}
            busy={busy}
            onFile={(file) => add(file)}
          >
            {busy ? 'Adding...' : 'Attach file'}
          </FileButton>
          <Typography id={hint} variant="body2" color="text.secondary">
            {LIMIT}
          </Typography>
        </Box>
      )}
    </Box>
  );
}

function FileItem({ note, file }: { readonly note: Note; readonly file: NoteFile }) {
  // the toast names the note
  const remove: Action<Note> = {
    resource: 'notes',
    name: 'delete',
    label: 'Remove',
    icon: RemoveIcon,
    destructive: true,
    consequences: ['Its content is deleted for good.'],
    done: 'File removed',
    failed: 'Failed to remove the file.',
    run: (portal, noteId) => portal.removeNoteFile(noteId, file.id),
  };
  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
      <FileIcon fontSize="small" />
      <Link href={paths.admin.noteFile(note.id, file.id)} download sx={{ overflowWrap: 'anywhere', py: 0.5 }}>
        {file.name}
      </Link>
      <Typography variant="body2" color="text.secondary" noWrap sx={{ flexShrink: 0 }}>
        {sizeText(file.size)}
      </Typography>
      <DialogButton
        needs="answers"
        label="Remove"
        of={file.name}
        icon={RemoveIcon}
        variant="icon"
        dialog={(close) => (
          <ActionQuestion action={remove} question={`Remove ${file.name}?`} record={note} onClose={close} />
        )}
      />
    </Box>
  );
}
