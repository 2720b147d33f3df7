import {
  changeNoteSchema,
  idAloneSchema,
  listQuerySchema,
  type Note,
  noteFileQuerySchema,
  noteSchema,
  orIdAlone,
  paths,
  writeNoteSchema,
} from '@portal/contract';
import { MAX_FILE_BYTES, NOTE_FILE_TYPES } from '@portal/domain/values';
import { listNotes, NOTE_READS, type NoteRow, noteById, usersByIds } from '@portal/projections';
import { z } from 'zod';
import { found } from '../../kernel/found.ts';
import { answerFrom } from '../../platform/http/answerFrom.ts';
import { listAnswer } from '../../platform/http/listAnswer.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { recordFile } from '../companies/module.ts';
import { addNoteFile, dropFilesOfNote, type NoteFilePorts, readNoteFile, removeNoteFile } from './files.ts';
import { shownText } from './mentions.ts';
import { changeNote, deleteNote, writeNote } from './notes.ts';

const READS = [...NOTE_READS, 'users'];

/** Internal notes, for administrators alone. */
export function noteRoutes(ports: NoteFilePorts): Route[] {
  const { db } = ports;

  async function shown(rows: readonly NoteRow[]): Promise<Note[]> {
    const ids = [...new Set(rows.flatMap(({ author_id, mentions }) => [author_id, ...mentions]))];
    const users = new Map((await usersByIds(db, ids, ports.today())).map((user) => [user.id, user]));
    return rows.map((row) => {
      const author = users.get(row.author_id);
      return answerFrom(noteSchema, row, {
        author_name: author?.name || author?.username || 'A former administrator',
        text: shownText(row, (id) => users.get(id)?.username),
        mentions: [...row.mentions],
        files: row.files.map(({ sha256: _sha256, ...file }) => file),
      });
    });
  }
  const one = async (id: string) => {
    const row = await noteById(db, id);
    return row === null ? { id } : ((await shown([row]))[0] ?? { id });
  };

  return [
    route('GET', paths.admin.notes, 'staff', {
      summary: 'Internal notes',
      answers: { 200: z.array(noteSchema) },
      query: listQuerySchema,
      reads: READS,
      handler: async ({ query }) => {
        const { rows, total } = await listNotes(db, query);
        return listAnswer('notes', { rows: await shown(rows), total }, query.range?.[0]);
      },
    }),
    route('GET', paths.admin.note, 'staff', {
      summary: 'One internal note',
      answers: { 200: noteSchema },
      reads: READS,
      handler: async ({ params: { id } }) => {
        const [note] = await shown([found(await noteById(db, id), 'Note')]);
        return { body: note };
      },
    }),
    route('POST', paths.admin.notes, 'answers', {
      summary: 'Write an internal note about a company, site, invoice or question',
      answers: { 201: orIdAlone(noteSchema) },
      body: writeNoteSchema,
      handler: async ({ caller, body, command, visible }) => {
        const { noteId, chain } = await writeNote(ports, body, caller.id, command);
        await visible(chain);
        return { status: 201, body: await one(noteId) };
      },
    }),
    route('PATCH', paths.admin.note, 'answers', {
      summary: 'Edit, pin or unpin an internal note',
      answers: { 200: orIdAlone(noteSchema) },
      body: changeNoteSchema,
      handler: async ({ caller, params: { id }, body, command, visible }) => {
        await visible(await changeNote(ports, id, body, caller.id, command));
        return { body: await one(id) };
      },
    }),
    route('DELETE', paths.admin.note, 'answers', {
      summary: 'Delete an internal note',
      answers: { 200: idAloneSchema },
      handler: async ({ params: { id }, command, visible }) => {
        // first: where it breaks off, the note is still there to be deleted
        await dropFilesOfNote(ports, id);
        await visible(await deleteNote(ports, id, command));
        return { body: { id } };
      },
    }),
    route('POST', paths.admin.noteFiles, 'answers', {
      summary: 'Add a file to an internal note',
      answers: { 201: orIdAlone(noteSchema) },
      query: noteFileQuerySchema,
      rawBody: {
        types: NOTE_FILE_TYPES,
        maxBytes: MAX_FILE_BYTES,
        otherwise: 'Please choose a PDF, PNG or JPEG file.',
      },
      body: z.instanceof(Buffer),
      handler: async ({ params: { id }, query: { name }, body: content, command, visible }) => {
        await visible(await addNoteFile(ports, id, { name, content }, command));
        return { status: 201, body: await one(id) };
      },
    }),
    route('GET', '/api/admin/notes/:id/files/:fileId', 'staff', {
      summary: 'A file of an internal note',
      answers: { 200: NOTE_FILE_TYPES },
      reads: ['notes'],
      handler: async (request) => {
        const { id, fileId } = request.params;
        const { name, media_type, content } = await readNoteFile(ports, id, fileId);
        request.http.attachment(name);
        // without its name, which may be personal data and is erased with the file
        await recordFile(ports.commands, 'a file of an internal note', request);
        return { content, type: media_type };
      },
    }),
    route('DELETE', '/api/admin/notes/:id/files/:fileId', 'answers', {
      summary: 'Remove a file of an internal note',
      answers: { 200: orIdAlone(noteSchema) },
      handler: async ({ params: { id, fileId }, command, visible }) => {
        await visible(await removeNoteFile(ports, id, fileId, command));
        return { body: await one(id) };
      },
    }),
  ];
}
