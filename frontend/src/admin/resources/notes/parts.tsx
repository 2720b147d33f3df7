import PinIcon from '@mui/icons-material/PushPin';
import { Box, Skeleton, TablePagination, Typography } from '@mui/material';
import { type Note, noteTextSchema } from '@portal/contract';
import { MAX_NOTE_FILES, type NoteSubject } from '@portal/domain/values';
import { type ReactNode, useState } from 'react';
import { useGetList } from 'react-admin';
import { FormProvider } from 'react-hook-form';
import { z } from 'zod';
import { SubmitButton, useZodForm } from '../../../shared/form/Form.tsx';
import { KeptEntries } from '../../../shared/form/KeptEntries.tsx';
import { causeOf, HttpError } from '../../../shared/http/problem.ts';
import { counted, momentText } from '../../../shared/text.ts';
import { toast } from '../../../shared/toast/toasts.ts';
import { LoadProblem } from '../../../shared/ui/LoadProblem.tsx';
import { Muted } from '../../../shared/ui/Muted.tsx';
import { Notice } from '../../../shared/ui/Notice.tsx';
import { usePortal } from '../../dataProvider/index.ts';
import { Only } from '../../kit/access.ts';
import { useFormCommand } from '../../kit/CommandDialog.tsx';
import { PlainList } from '../../kit/parts.tsx';
import { RecordLink } from '../../records/links.tsx';
import { NoteActions, NoteField, SUBJECTS, useNotePath } from './actions.tsx';
import {
  AttachFile,
  ChosenFile,
  FileList,
  isTooLarge,
  keyOf,
  NoteFiles,
  TOO_LARGE,
  type UnsentFile,
} from './NoteFiles.tsx';

interface NotesProps {
  readonly about: NoteSubject;
  readonly id: string;
}

const PER_PAGE = 10;

/** The notes of a record, pinned and new ones first; a company's also about its sites, invoices and questions. */
export const useNotes = ({ about, id }: NotesProps, page = 1) =>
  useGetList<Note>('notes', {
    filter: about === 'company' ? { account_id: id } : { about, about_id: id },
    // notes of one rank are in the order of their ids, which grow with time
    sort: { field: 'pinned', order: 'DESC' },
    pagination: { page, perPage: PER_PAGE },
  });

/** The internal notes of a record, with a form for another one. */
export function Notes(props: NotesProps) {
  const [page, setPage] = useState(1);
  const [written, setWritten] = useState(0);
  const [unsent, setUnsent] = useState<readonly UnsentFile[]>([]);
  const { data, total = 0, error, isPending, refetch } = useNotes(props, page);
  if (error) return <LoadProblem text="The notes could not be loaded." error={error} onRetry={refetch} />;
  if (isPending) return <Skeleton variant="rounded" height={120} sx={{ m: 2 }} />;
  return (
    <Box sx={{ p: { xs: 2, sm: 3 }, display: 'grid', gap: 3 }}>
      <Only may="answers">
        <NewNote
          key={written}
          {...props}
          onUnsent={(files) => setUnsent((before) => [...before, ...files])}
          onWritten={() => setWritten((before) => before + 1)}
        />
      </Only>
      {data.length > 0 && (
        <PlainList label="Notes" gap={1.5}>
          {data.map((note) => (
            <NoteItem key={note.id} note={note} isAbout={props.about}>
              <NoteFiles
                note={note}
                unsent={unsent.filter(({ noteId }) => noteId === note.id)}
                onSettled={(file) => setUnsent((before) => before.filter((one) => one !== file))}
              />
            </NoteItem>
          ))}
        </PlainList>
      )}
      {total > PER_PAGE && (
        <TablePagination
          component="div"
          count={total}
          page={page - 1}
          rowsPerPage={PER_PAGE}
          rowsPerPageOptions={[]}
          onPageChange={(_event, next) => setPage(next + 1)}
        />
      )}
    </Box>
  );
}

interface NewNoteProps extends NotesProps {
  readonly onUnsent: (files: readonly UnsentFile[]) => void;
  /** Once the list has the note. */
  readonly onWritten: () => void;
}

/** With the names of its files, one a line. */
const newNoteSchema = noteTextSchema.extend({ files: z.string() });

/** The answer's status for a file of another type. */
const REFUSED = 422;

/** A form for a note about the record, with its files. */
function NewNote({ about, id, onUnsent, onWritten }: NewNoteProps) {
  const portal = usePortal();
  const [files, setFiles] = useState<readonly File[]>([]);
  const form = useZodForm(newNoteSchema, { text: '', files: '' });
  // a draft keeps the names of its files, not their content
  const lost = form
    .watch('files')
    .split('\n')
    .filter((name) => name !== '' && !files.some((file) => file.name === name));
  const take = (taken: readonly File[]) => {
    setFiles(taken);
    const names = [...lost, ...taken.map(({ name }) => name)];
    form.setValue('files', [...new Set(names)].join('\n'), { shouldDirty: true });
  };
  const { busy, send } = useFormCommand(form, {
    send: async ({ text }) => {
      const { data: note } = await portal.create<Note>('notes', { data: { about, about_id: id, text } });
      const unsent: UnsentFile[] = [];
      for (const file of files) {
        try {
          await portal.addNoteFile(note.id, file);
        } catch (error) {
          const isRefused = error instanceof HttpError && error.status === REFUSED;
          unsent.push({ noteId: note.id, file, cause: causeOf(error), canRetry: !isRefused });
        }
      }
      onUnsent(unsent);
      return unsent.length === 0
        ? {}
        : { message: `${counted(unsent.length, 'file')} could not be added: see the note.` };
    },
    done: 'Note added',
    failed: 'Failed to add the note.',
    onDone: () => {
      // no draft any more
      form.reset();
      onWritten();
    },
  });
  const choose = (file: File) => {
    if (isTooLarge(file)) toast({ title: 'Error', description: TOO_LARGE, variant: 'destructive' });
    else take([...files.filter((one) => keyOf(one) !== keyOf(file)), file]);
  };
  return (
    <FormProvider {...form}>
      <Box
        component="form"
        noValidate
        aria-label="New note"
        onSubmit={form.handleSubmit(send)}
        sx={{ display: 'grid', gap: 1.5, justifyItems: 'start', '& > div': { width: '100%' } }}
      >
        <KeptEntries name={`note about ${id}`} draft={busy ? 'sending' : 'kept'} />
        <NoteField id="new-note" label="New note" />
        <div>
          <FileList label="Files to attach">
            {files.map((file) => (
              <ChosenFile
                key={keyOf(file)}
                file={file}
                onRemove={() => take(files.filter((one) => one !== file))}
              />
            ))}
          </FileList>
          {lost.length > 0 && (
            <Notice tone="warning">Files are not kept. Please choose again: {lost.join(', ')}.</Notice>
          )}
          {files.length < MAX_NOTE_FILES && <AttachFile label="File to attach" onFile={choose} />}
        </div>
        <SubmitButton busy={busy} busyLabel="Adding..." size="small">
          Add note
        </SubmitButton>
      </Box>
    </FormProvider>
  );
}

interface NoteItemProps {
  readonly note: Note;
  /** The kind of record whose page it is on. */
  readonly isAbout: NoteSubject;
}

function NoteItem({ note, isAbout, children }: NoteItemProps & { readonly children: ReactNode }) {
  const { author_name, created_at, edited_at, pinned } = note;
  return (
    <Box
      component="li"
      sx={{
        ...{ border: 1, borderColor: 'divider', borderRadius: 2, px: 2, py: 1 },
        bgcolor: pinned ? 'primary.light' : 'background.default',
      }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
        {pinned && <PinIcon fontSize="small" titleAccess="Pinned" />}
        <Typography variant="body2" sx={{ fontWeight: 600 }}>
          {author_name} · {momentText(created_at)}
        </Typography>
        {edited_at !== null && <Muted title={momentText(edited_at)}>edited</Muted>}
        <AboutLink note={note} isAbout={isAbout} />
        <Box sx={{ ml: 'auto', whiteSpace: 'nowrap' }}>
          <NoteActions note={note} />
        </Box>
      </Box>
      <NoteText note={note} />
      {children}
    </Box>
  );
}

/** What the note is about, where that is not the page's record. */
function AboutLink({ note, isAbout }: NoteItemProps) {
  const pathOf = useNotePath();
  const { about, about_id: id, about_name: name } = note;
  if (about === isAbout) return null;
  return (
    <RecordLink
      resource={SUBJECTS[about].resource}
      id={id}
      to={pathOf(note)}
      text={`${SUBJECTS[about].label} ${name}`}
    />
  );
}

const NoteText = ({ note }: { readonly note: Note }) => (
  <Typography sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{note.text}</Typography>
);

/** The pinned notes of a record, for the top of its page; nothing without any. */
export function PinnedNotes(props: NotesProps) {
  const pinned = useNotes(props).data?.filter((note) => note.pinned) ?? [];
  if (pinned.length === 0) return null;
  return (
    <PlainList label="Pinned notes" gap={1} sx={{ mb: 2.5 }}>
      {pinned.map((note) => (
        <Box
          key={note.id}
          component="li"
          sx={{
            ...{ display: 'flex', gap: 1, alignItems: 'flex-start', px: 2, py: 1 },
            ...{ border: 1, borderColor: 'divider', borderRadius: 2, bgcolor: 'primary.light' },
          }}
        >
          <PinIcon fontSize="small" sx={{ mt: 0.25 }} titleAccess="Pinned note" />
          <Box sx={{ minWidth: 0 }}>
            <NoteText note={note} />
            <Muted>
              {note.author_name} · {momentText(note.created_at)}
            </Muted>
            <AboutLink note={note} isAbout={props.about} />
          </Box>
        </Box>
      ))}
    </PlainList>
  );
}
