import FileIcon from '@mui/icons-material/AttachFile';
import RemoveIcon from '@mui/icons-material/Close';
import { Box, Button, Link, Typography } from '@mui/material';
import { type Note, paths } from '@portal/contract';
import { MAX_FILE_BYTES, MAX_NOTE_FILES, NOTE_FILE_TYPES } from '@portal/domain/values';
import { type ReactNode, useId } from 'react';
import { FileButton } from '../../../shared/form/Field.tsx';
import { UserError } from '../../../shared/http/problem.ts';
import { useCommand } from '../../../shared/http/useCommand.ts';
import { Muted } from '../../../shared/ui/Muted.tsx';
import { usePortal } from '../../dataProvider/index.ts';
import { DialogButton, OpenButton } from '../../kit/ActionButton.tsx';
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

/** Identifies a file that was chosen. */
export const keyOf = ({ name, size, lastModified }: File) => `${name} ${size} ${lastModified}`;

export const isTooLarge = (file: File) => file.size > MAX_FILE_BYTES;
export const TOO_LARGE = `This file is too large: ${LIMIT}.`;

/** A file that was chosen for a new note, but is not among its files. */
export interface UnsentFile {
  readonly noteId: string;
  readonly file: File;
  readonly cause: string;
  /** False where the file itself is refused. */
  readonly canRetry: boolean;
}

interface NoteFilesProps {
  readonly note: Note;
  readonly unsent: readonly UnsentFile[];
  /** Called once it is sent after all, or given up. */
  readonly onSettled: (file: UnsentFile) => void;
}

/** The files of a note, e.g. the scan of a check, and a button for another one. */
export function NoteFiles({ note, unsent, onSettled }: NoteFilesProps) {
  const portal = usePortal();
  const { isPending: busy, mutate: add } = useCommand({
    send: async (file: File) => {
      if (isTooLarge(file)) throw new UserError(TOO_LARGE);
      return portal.addNoteFile(note.id, file);
    },
    refresh: refreshResources,
    done: (file) => ({ title: 'File added', description: file.name }),
    failed: { title: 'Error', fallback: 'Failed to add the file.' },
  });
  const mayAdd = useMay('answers');
  return (
    <Box sx={{ mt: 0.5 }}>
      <FileList label="Files">
        {note.files.map((file) => (
          <FileItem key={file.id} note={note} file={file} />
        ))}
      </FileList>
      <FileList label="Files not added">
        {unsent.map((one) => (
          <ChosenFile
            key={keyOf(one.file)}
            file={one.file}
            problem={one.cause}
            onRemove={() => onSettled(one)}
          >
            {one.canRetry && (
              <Button
                size="small"
                aria-disabled={busy}
                aria-label={`Try again ${one.file.name}`}
                onClick={() => !busy && add(one.file, { onSuccess: () => onSettled(one) })}
              >
                Try again
              </Button>
            )}
          </ChosenFile>
        ))}
      </FileList>
      {mayAdd && note.files.length < MAX_NOTE_FILES && (
        <AttachFile label="File of this note" busy={busy} onFile={(file) => add(file)} />
      )}
    </Box>
  );
}

interface AttachFileProps {
  /** Of the file input. */
  readonly label: string;
  readonly busy?: boolean;
  readonly onFile: (file: File) => void;
}

/** A button for a file, beside what it may be. */
export function AttachFile({ busy = false, ...button }: AttachFileProps) {
  const hint = useId();
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
      <FileButton variant="text" describedBy={hint} accept={NOTE_FILE_TYPES.join()} busy={busy} {...button}>
        {busy ? 'Adding...' : 'Attach file'}
      </FileButton>
      <Muted id={hint}>{LIMIT}</Muted>
    </Box>
  );
}

interface FileListProps {
  readonly label: string;
  readonly children: readonly ReactNode[];
}

/** Nothing without any. */
export function FileList({ label, children }: FileListProps) {
  if (children.length === 0) return null;
  return (
    <Box component="ul" aria-label={label} sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {children}
    </Box>
  );
}

interface ChosenFileProps {
  readonly file: File;
  /** Why it was not added. */
  readonly problem?: string;
  readonly onRemove: () => void;
  readonly children?: ReactNode;
}

/** A file that is only in the browser. */
export const ChosenFile = ({ file, problem, onRemove, children }: ChosenFileProps) => (
  <FileRow name={file.name} size={file.size}>
    {problem !== undefined && (
      <Typography variant="body2" color="error">
        Not added. {problem}
      </Typography>
    )}
    {children}
    <OpenButton
      label="Remove"
      of={file.name}
      icon={RemoveIcon}
      variant="icon"
      asks={false}
      onClick={onRemove}
    />
  </FileRow>
);

interface FileRowProps {
  readonly name: ReactNode;
  /** Bytes. */
  readonly size: number;
  readonly children: ReactNode;
}

const FileRow = ({ name, size, children }: FileRowProps) => (
  <Box component="li" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 0.5 }}>
    <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 0.5, overflowWrap: 'anywhere' }}>
      <FileIcon fontSize="small" />
      {name}
    </Box>
    <Muted noWrap sx={{ flexShrink: 0 }}>
      {sizeText(size)}
    </Muted>
    {children}
  </Box>
);

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
    <FileRow
      name={
        <Link href={paths.admin.noteFile(note.id, file.id)} download sx={{ py: 0.5 }}>
          {file.name}
        </Link>
      }
      size={file.size}
    >
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
    </FileRow>
  );
}
