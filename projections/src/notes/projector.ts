import { type Personal, reveal } from '@portal/domain';
import type { NoteFileType, NoteSubject } from '@portal/domain/values';
import { searchText } from '../query/searching.ts';
import {
  boolean,
  type Column,
  derived,
  type GivenOf,
  instant,
  json,
  optional,
  text,
} from '../runtime/columns.ts';
import { defineProjection, type PortalEnvelope, type Rows } from '../runtime/definition.ts';
import { defineTable } from '../runtime/table.ts';

/** A file of a note; its content is in the server's table. */
export interface NoteFile {
  readonly id: string;
  readonly name: string;
  readonly media_type: NoteFileType;
  /** Bytes. */
  readonly size: number;
  /** Of the content, in hex. */
  readonly sha256: string;
}

/** One row per internal note that was not deleted. */
export const notesTable = defineTable({
  name: 'notes',
  key: 'id',
  columns: {
    id: text,
    account_id: text,
    about: text as Column<string> as Column<NoteSubject>,
    about_id: text,
    /** The user who wrote it. */
    author_id: text,
    /** With mentions as `@<user id>`. */
    text,
    mentions: json<readonly string[]>(),
    pinned: boolean,
    files: json<readonly NoteFile[]>(),
    created_at: instant,
    edited_at: optional(instant),
    search: derived(text),
  },
  indexes: ['(account_id, created_at, id)', '(about, about_id)', '(created_at, id)'],
  derive: (row) => ({ search: searchText(row.text) }),
});

type NoteRow = GivenOf<(typeof notesTable)['columns']>;

const written = (data: { readonly text: Personal<string>; readonly mentions: readonly string[] }) => ({
  text: reveal(data.text),
  mentions: data.mentions,
});

/** Changes a note, unless it was removed with its company's data. */
const edit =
  <D extends { readonly noteId: string }>(
    change: (data: D, note: NoteRow, envelope: PortalEnvelope) => Partial<NoteRow>,
  ) =>
  (data: D, rows: { readonly notes: Rows<NoteRow> }, envelope: PortalEnvelope): void =>
    rows.notes.upsert(data.noteId, (note) => note && { ...note, ...change(data, note, envelope) });

/** Internal notes of administrators. */
export const notes = defineProjection({
  name: 'notes',
  version: 2,
  personal: true,
  tables: { notes: notesTable },
  handlers: {
    NoteWritten: ({ noteId, accountId, about, aboutId, userId, ...data }, rows, { metadata }) =>
      rows.notes.put({
        id: noteId,
        account_id: accountId,
        about,
        about_id: aboutId,
        author_id: userId,
        ...written(data),
        pinned: false,
        files: [],
        created_at: metadata.recordedAt,
        edited_at: null,
      }),
    NoteEdited: edit((data, _note, { metadata }) => ({ ...written(data), edited_at: metadata.recordedAt })),
    NotePinned: edit(() => ({ pinned: true })),
    NoteUnpinned: edit(() => ({ pinned: false })),
    NoteFileAdded: edit(({ fileId: id, name, mediaType: media_type, size, sha256 }, { files }) => ({
      files: [...files, { id, name: reveal(name), media_type, size, sha256 }],
    })),
    NoteFileRemoved: edit(({ fileId }, { files }) => ({ files: files.filter(({ id }) => id !== fileId) })),
    NoteDeleted: ({ noteId }, rows) => rows.notes.remove(noteId),
    CompanyDataErased: ({ noteIds }, rows) => {
      for (const id of noteIds) rows.notes.remove(id);
    },
  },
});
